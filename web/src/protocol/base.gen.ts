// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/** GET /api/health */
export interface Health {
  status: string;
  version: string;
  database: string;
  tables: number;
  sockets: number;
  why: string;
}

/** GET /api/key: the public key with which this server signs records. */
export interface ServerKey {
  key: string;
}

/** Every HTTP error: a code for programs and one sentence for people. */
export interface Problem {
  code: string;
  text: string;
}
