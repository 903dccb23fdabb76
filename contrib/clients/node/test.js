// Against a running daemon, $MEMORYD_SOCKET: node --test test.js (make test-adapters starts one).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { on } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
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

test("what cannot be sent is refused before it is sent, and nothing of it stays", async (t) => {
  const memory = new Client({ name: "sender" });
  t.after(() => memory.close());
  const put = (value) => memory.items.put({ namespace: ["node"], key: "k", value });
  await assert.rejects(put({ a: 10n }), { name: "MemorydError", code: "invalid_params" });
  await assert.rejects(put({ a: "x".repeat(9_000_000) }), { name: "MemorydError", code: "too_large" });
  const { connections } = await memory.system.info();
  assert.equal(connections.find((one) => one.client.name === "sender").requests, 2); // hello, and this one
});

test("a connection that comes to nothing is closed", async (t) => {
  const refused = new Client({ name: "refused", session: { audience: "nobody" } });
  await assert.rejects(refused.call("rpc.ping"), { code: "invalid_params" });
  const hasty = new Client({ name: "hasty" });
  const asked = assert.rejects(hasty.call("rpc.ping"), ConnectionLost);
  hasty.close();
  await asked;
  const memory = new Client();
  t.after(() => memory.close());
  const names = new Set(["refused", "hasty"]);
  for (;;) {
    const { connections } = await memory.system.info();
    if (!connections.some((one) => names.has(one.client.name))) break;
  }
});

test("a namespace is no promise, and the end of a connection is told", async (t) => {
  const memory = new Client();
  t.after(() => memory.close());
  const facts = await (async () => memory.facts)();
  await facts.find({ limit: 1 });
  const told = on(memory, "close");
  memory.close();
  await told.next();
  await facts.find({ limit: 1 });
});

test("a listener that throws costs no connection", () => {
  const program = `
    import { Client } from "./memoryd.js";
    const seen = [];
    process.on("uncaughtException", (error) => seen.push(error.message));
    const [memory, writer] = [new Client(), new Client({ session: { agent: "writer" } })];
    memory.on("memory.added", () => { throw new Error("mine"); });
    memory.on("close", () => seen.push("closed"));
    await memory.system.subscribe({ events: ["memory.added"] });
    await writer.items.put({ namespace: ["node"], key: "thrown", value: { a: 1 } });
    while (!seen.length) await memory.call("rpc.ping");
    console.log(seen.join());
    process.exit();
  `;
  const here = fileURLToPath(new URL(".", import.meta.url));
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: here, timeout: 60_000 });
  assert.equal(String(said), "mine\n");
});
