// Calls the plugin beside a daemon that refuses, and prints what it was sent and took.

import { createServer } from "node:net";
import { decode, encode } from "./msgpack.js";
import plugin from "./index.js";

const taken = [];
const asked = [];
// What is answered to each sessions.append in turn; then it is taken.
const none = ["not_found", "no session has the id 'x'; call sessions.start first", {}];
const wrong = ["invalid_params", "one of them is wrong", {}];
const [busy, limited] = [["busy", "later", {}], ["limit_exceeded", "later", {}]];
const refusals = [none, null, wrong, null, busy, wrong, null, limited, wrong, wrong];
createServer((socket) => {
  let rest = Buffer.alloc(0);
  socket.on("data", (data) => {
    const found = decode(Buffer.concat([rest, data]));
    rest = found.rest;
    for (const [, id, method, [params]] of found.values) {
      const refusal = method === "sessions.append" ? (refusals.shift() ?? null) : null;
      asked.push(method === "sessions.append" ? params.messages.length : method);
      if (method === "sessions.append" && !refusal) taken.push(...params.messages.map((one) => one.content));
      socket.write(encode([1, id, refusal, refusal ? null : {}]));
    }
  });
}).listen(process.env.MEMORYD_SOCKET);

const hooks = {};
plugin.register({
  pluginConfig: { jobs: false }, logger: {}, registerTool: () => {}, registerMemoryCapability: () => {},
  on: (name, handle) => (hooks[name] = handle),
});
const ctx = { agentId: "main", sessionId: "home", sessionKey: "agent:main:main" };
for (const [content, timestamp] of [["one", NaN], ["two", 1e300], ["three", 1.5], ["four", undefined], ["five", 0]]) {
  hooks.before_message_write({ message: { role: "user", content, timestamp } }, ctx);
}
for (let flushes = 0; flushes < 4; flushes++) await hooks.before_reset({}, ctx);
console.log(JSON.stringify({ taken, asked }));
process.exit(0);
