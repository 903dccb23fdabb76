// Against a running daemon, $MEMORYD_SOCKET: node --test test.js (make test-adapters starts one).
import assert from "node:assert/strict";
import { on } from "node:events";
import { test } from "node:test";
import { Client, ConnectionLost, MemorydError } from "./memoryd.js";

test("a fact is added and recalled, and calls overlap", async (t) => {
  const opened = (options) => {
    const client = new Client(options);
    t.after(() => client.close());
    return client;
  };
  const memory = opened({ name: "test" });
  await memory.facts.add({ subject: "Ada", predicate: "drinks", object: "green tea", project: undefined });
  const { results } = await memory.recall.query({ query: "what does Ada drink?" });
  assert.equal(results[0].object, "green tea");
  const answers = await Promise.all(Array.from({ length: 50 }, () => memory.call("rpc.ping")));
  assert.equal(answers.length, 50);
});

test("each call names the session, and data comes back as it was", async (t) => {
  const opened = (options) => {
    const client = new Client(options);
    t.after(() => client.close());
    return client;
  };
  const memory = opened({ session: { session_id: "node-1", agent: "tester" } });
  const data = { calls: [{ id: "c1", args: { deep: [1, 2.5, null, "ü"] } }] };
  await memory.sessions.append({ messages: [{ role: "assistant", content: "", data }] });
  const { messages } = await memory.sessions.read({ last: 1 });
  assert.deepEqual(messages[0].data, data);
  assert.equal(messages[0].agent, "tester");
  memory.close();
  const { sessions } = await memory.sessions.list({ agent: "tester" });
  assert.equal(sessions[0].session_id, "node-1");
});

test("a refusal has its code, and an absent daemon says so", async (t) => {
  const opened = (options) => {
    const client = new Client(options);
    t.after(() => client.close());
    return client;
  };
  const memory = opened();
  await assert.rejects(memory.facts.get({ id: "fact-none" }), (error) =>
    error instanceof MemorydError && error.code === "not_found");
  await assert.rejects(memory.call("facts.nothing"), { code: "unsupported" });
  memory.close();
  await assert.rejects(new Client({ path: "/nowhere/at/all" }).call("rpc.ping"), ConnectionLost);
});

test("what others write is told", async (t) => {
  const opened = (options) => {
    const client = new Client(options);
    t.after(() => client.close());
    return client;
  };
  const listener = opened({ session: { agent: "listener" } });
  await listener.system.subscribe({ events: ["memory.added"] });
  const told = on(listener, "memory.added");
  const writer = opened({ session: { agent: "writer" } });
  await writer.items.put({ namespace: ["node"], key: "k", value: { a: 1 } });
  for await (const [event] of told) {
    if (event.key !== "items/node.jsonl:k") continue; // another test's
    assert.equal(event.agent, "writer");
    break;
  }
});
