// The client of memoryd for Node: MessagePack-RPC on a Unix socket (docs/protocol.md).
import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { decodeMultiStream, encode } from "@msgpack/msgpack";
import { IN_SESSION } from "./sessions.js";

const REQUEST = 0, RESPONSE = 1, NOTIFICATION = 2;
const SYSTEM_SOCKET = "/run/memoryd/memoryd.sock";
const MAX_FRAME = 8 * 1024 * 1024;
const QUEUE_MS = 20;

/** A refusal: `code` for programs, the message for people, `data` for details. */
export class MemorydError extends Error {
  constructor(code, sentence, data) {
    super(sentence);
    this.name = "MemorydError";
    this.code = code;
    this.data = data ?? {};
  }
}

/** The connection is gone: `sent` says whether the daemon may have done what was asked. */
export class ConnectionLost extends Error {
  constructor(message, sent) {
    super(message);
    this.name = "ConnectionLost";
    this.sent = sent;
  }
}

/** No answer came in time; the daemon may still be working on it. */
export class CallTimeout extends Error {
  constructor(message) {
    super(message);
    this.name = "CallTimeout";
  }
}

/** `$MEMORYD_SOCKET`, else the user's daemon if it has a socket, else the system's. */
export function discoverSocket(env = process.env) {
  if (env.MEMORYD_SOCKET) return env.MEMORYD_SOCKET;
  const own = join(env.XDG_RUNTIME_DIR || `/run/user/${process.getuid()}`, "memoryd", "memoryd.sock");
  return existsSync(own) ? own : SYSTEM_SOCKET;
}

/** Calls overlap on one connection, which opens at the first call and again after it dropped. */
export class Client extends EventEmitter {
  #path; #timeout; #name; #session; #socket; #opening; #waiting = new Map(); #nextId = 0;

  constructor({ path = discoverSocket(), timeout = 60_000, name = "node", session } = {}) {
    super();
    this.#path = path;
    this.#timeout = timeout;
    this.#name = name;
    this.#session = session;
    return new Proxy(this, {
      get(target, property) {
        if (property in target || typeof property !== "string") {
          const found = Reflect.get(target, property);
          return typeof found === "function" ? found.bind(target) : found;
        }
        // `then` would make an await take the client for a promise.
        if (property === "then") return undefined;
        return new Proxy({}, {
          get: (_, method) =>
            typeof method !== "string" || method === "then"
              ? undefined
              : (params) => target.call(`${property}.${method}`, params),
        });
      },
    });
  }

  /**
   * The result of a method. Rejects with MemorydError for a refusal, with ConnectionLost when the daemon goes away, and
   * with CallTimeout.
   */
  async call(method, params = {}) {
    const socket = await this.#open();
    const named = this.#session && IN_SESSION.has(method);
    return this.#ask(socket, method, named ? { session_id: this.#session.session_id, ...params } : params);
  }

  /** Hang up; a later call connects again. */
  close() {
    this.#forget(this.#socket);
  }

  #open() {
    if (!this.#opening) {
      const opening = (this.#opening = this.#greet().catch((error) => {
        if (this.#opening === opening) this.#forget(this.#socket);
        throw error;
      }));
    }
    return this.#opening;
  }

  #forget(socket) {
    socket?.destroy();
    if (this.#socket === socket) this.#socket = this.#opening = undefined;
  }

  /** A connected socket; a daemon's full queue, which Node takes for an error, is waited for. */
  async #connected() {
    const until = Date.now() + this.#timeout;
    for (;;) {
      const socket = (this.#socket = connect(this.#path));
      const error = await new Promise((resolve) => {
        socket.once("connect", () => resolve());
        socket.once("error", resolve);
        socket.once("close", () => resolve({}));
      });
      if (!error) return socket;
      if (error.code === "EAGAIN" && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, QUEUE_MS));
      else if (error.code) {
        throw new ConnectionLost(`no memoryd answers at ${this.#path} (${error.code}); is it running?`, false);
      }
      if (this.#socket !== socket || !error.code) throw new ConnectionLost("the connection is closed", false);
    }
  }

  async #greet() {
    const socket = await this.#connected();
    socket.on("error", () => {});
    void this.#read(socket);
    await this.#ask(socket, "rpc.hello", { client: { name: this.#name } });
    if (this.#session) {
      const begun = await this.#ask(socket, "sessions.start", this.#session);
      this.#session = { ...this.#session, session_id: begun.session_id };
    }
    return socket;
  }

  async #ask(socket, method, params) {
    const id = (this.#nextId = (this.#nextId + 1) >>> 0);
    const frame = packed(id, method, params);
    if (socket.destroyed) throw new ConnectionLost("the connection is closed", false);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new CallTimeout(`${method} was not answered within ${this.#timeout} ms`));
      }, this.#timeout);
      this.#waiting.set(id, { resolve, reject, timer, socket });
      socket.write(frame);
    });
  }

  async #read(socket) {
    try {
      for await (const message of decodeMultiStream(socket)) this.#take(message);
    } catch {
      socket.destroy();
    }
    this.#forget(socket);
    for (const [id, one] of this.#waiting) {
      if (one.socket !== socket) continue;
      this.#waiting.delete(id);
      clearTimeout(one.timer);
      one.reject(new ConnectionLost("memoryd closed the connection; what was asked may have been done", true));
    }
    this.emit("close");
  }

  #take(message) {
    if (message[0] === NOTIFICATION) {
      try {
        this.emit(message[1], Array.isArray(message[2]) ? message[2][0] : message[2]);
      } catch (error) {
        process.nextTick(() => { throw error; }); // a listener's: uncaught, and no end of the connection
      }
      return;
    }
    const one = message[0] === RESPONSE && this.#waiting.get(message[1]);
    if (!one) return;
    this.#waiting.delete(message[1]);
    clearTimeout(one.timer);
    if (message[2] === null) one.resolve(message[3]);
    else one.reject(new MemorydError(...message[2]));
  }
}

function packed(id, method, params) {
  let frame;
  try {
    frame = encode([REQUEST, id, method, [params]], { ignoreUndefined: true, maxDepth: 60 });
  } catch (error) {
    throw new MemorydError("invalid_params", `${method}: params must be plain values: ${error.message}`);
  }
  if (frame.length > MAX_FRAME) {
    throw new MemorydError("too_large", `${method}: the request has ${frame.length} bytes and a frame holds ${MAX_FRAME}; split it`);
  }
  return frame;
}
