// One connection to the daemon, for one session.

import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { decode, encode } from "./msgpack.js";

const SYSTEM = "/run/memoryd/memoryd.sock";
const IDLE = 10_000; // a gateway has more sessions than the daemon takes connections
const QUEUE = 20; // until a place in the daemon's queue is asked for again

export function discoverSocket(env = process.env) {
  if (env.MEMORYD_SOCKET) return env.MEMORYD_SOCKET;
  const own = join(env.XDG_RUNTIME_DIR || `/run/user/${process.getuid()}`, "memoryd", "memoryd.sock");
  return existsSync(own) ? own : SYSTEM;
}

export class Refused extends Error {
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

export class Client {
  constructor(path, idle = IDLE) {
    this.path = path;
    this.idle = idle;
    this.waiting = new Map();
    this.next = 0;
    this.socket = null;
  }

  // The method's result. Rejects with Refused, or with what is wrong with the connection.
  call(method, params, timeout = 10_000) {
    return new Promise((resolve, reject) => {
      const id = (this.next = (this.next + 1) % 2 ** 31);
      const timer = setTimeout(() => this.settle(id, new Error(`${method} was not answered in time`)), timeout);
      clearTimeout(this.hangUp);
      this.waiting.set(id, { resolve, reject, timer, frame: encode([0, id, method, [params]]) });
      this.send(id);
    });
  }

  send(id) {
    const one = this.waiting.get(id);
    if (!one) return;
    one.socket = this.connected();
    one.socket.ref();
    one.socket.write(one.frame);
  }

  close() {
    this.socket?.destroy();
  }

  connected() {
    if (this.socket && !this.socket.destroyed) return this.socket;
    const socket = (this.socket = connect(this.path));
    let rest = Buffer.alloc(0);
    socket.on("data", (data) => {
      const found = decode(Buffer.concat([rest, data]));
      rest = found.rest;
      for (const [kind, id, error, result] of found.values) {
        if (kind === 1) this.settle(id, error && new Refused(error[0], error[1]), result);
      }
    });
    const gone = (error) => {
      if (this.socket === socket) this.socket = null;
      for (const [id, one] of [...this.waiting]) {
        if (one.socket !== socket) continue;
        if (error?.code === "EAGAIN") { // the queue is full, and nothing was sent
          one.socket = null;
          setTimeout(() => this.send(id), QUEUE);
        } else this.settle(id, error ?? new Error("memoryd closed the connection"));
      }
    };
    socket.on("error", gone);
    socket.on("close", () => gone());
    return socket;
  }

  settle(id, error, result) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (this.waiting.size === 0) {
      this.socket?.unref(); // a program that is done must not wait for us
      clearTimeout(this.hangUp);
      this.hangUp = setTimeout(() => this.close(), this.idle).unref(); // the next call connects again
    }
    if (error) waiting.reject(error);
    else waiting.resolve(result);
  }
}
