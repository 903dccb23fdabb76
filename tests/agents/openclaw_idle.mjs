// A daemon that counts connections, and the plugin's client, which hangs up as soon as it waits for nothing.

import { once } from "node:events";
import { createServer } from "node:net";
import { Client } from "./client.js";
import { decode, encode } from "./msgpack.js";

const path = process.env.MEMORYD_SOCKET;
const connections = [];
const daemon = createServer((socket) => {
  connections.push(once(socket, "close"));
  socket.on("data", (data) => {
    for (const [, id, method] of decode(data).values) socket.write(encode([1, id, null, method]));
  });
}).listen(path);
await once(daemon, "listening");

const client = new Client(path, 0);
const answers = await Promise.all([client.call("one", {}), client.call("two", {})]);
await connections[0];
answers.push(await client.call("three", {}));
await connections[1];
console.log(JSON.stringify({ answers, connections: connections.length }));
daemon.close();
