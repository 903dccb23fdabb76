import { EventEmitter } from "node:events";
import type { Methods } from "./methods.js";

/** A refusal: `code` for programs, the message for people, `data` for details. */
export class MemorydError extends Error {
  readonly code: string;
  readonly data: Record<string, unknown>;
}

/** The connection is gone: `sent` says whether the daemon may have done what was asked. */
export class ConnectionLost extends Error {
  readonly sent: boolean;
}

/** No answer came in time; the daemon may still be working on it. */
export class CallTimeout extends Error {}

export interface Session {
  /** Left out, it is a new one. */
  session_id?: string;
  agent?: string;
  project?: string;
  audience?: "private" | "group";
  record?: boolean;
}

export interface Options {
  /** The socket; left out, `discoverSocket()`. */
  path?: string;
  /** Milliseconds until a call is given up; 60,000. */
  timeout?: number;
  /** What `system.info` calls this client. */
  name?: string;
  /** The session that each call names; it begins with the connection. */
  session?: Session;
}

/** `$MEMORYD_SOCKET`, else the user's daemon if it has a socket, else the system's. */
export function discoverSocket(env?: Record<string, string | undefined>): string;

interface Connection extends EventEmitter {
  /** The result of any method, also of one that these types do not know. */
  call(method: string, params?: Record<string, unknown>): Promise<unknown>;
  /** Hang up; a later call connects again. */
  close(): void;
}

/**
 * Calls overlap on one connection, which opens at the first call and again after it dropped.
 * Notifications are events: `client.on("memory.added", (event) => …)` after `client.system.subscribe`. A subscription ends
 * with its connection: the event `close`.
 */
export type Client = Connection & Methods;
export const Client: new (options?: Options) => Client;

export type { Methods };
