/** The HTTP side of the server. */

import type { AdviceInfo, AdviceRequest, Analysis, ArmiesInfo, Attempt, BookInfo, CampaignInfo, CampaignRequest, Join, LessonInfo, LessonReply, MapsInfo, NewTable, Pledge, Problem, RecordAdviceRequest, Rematch, Replay, RosterInfo, RosterRequest, RulesInfo, Shelf, TableInfo } from "../protocol.gen";
import { root } from "../router";

/** An answer that is not what was asked for, in a sentence for people. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${root}/api${path}`, { ...init, headers: { Accept: "application/json", ...init?.headers } });
  } catch {
    throw new ApiError("offline", "The server does not answer. Is it running?");
  }
  if (response.ok) return (await response.json()) as T;
  throw await errorOf(response);
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const problem = (await response.json()) as Problem;
    if (problem.text) return new ApiError(problem.code, capital(problem.text));
  } catch {
    // Not our server's own words, perhaps a proxy's: fall through.
  }
  return new ApiError(String(response.status), `The server answered with an error (${response.status}).`);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const post = <T>(path: string, body: unknown) =>
  ask<T>(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const fetchShelf = () => ask<Shelf>("/games");
export const fetchRules = (game: string) => ask<RulesInfo>(`/games/${encodeURIComponent(game)}/rules`);
export const fetchArmies = (game: string) => ask<ArmiesInfo>(`/games/${encodeURIComponent(game)}/armies`);
/** What an army costs and what is wrong with it: the server knows, the page does not. */
export const checkRoster = (game: string, request: RosterRequest) => post<RosterInfo>(`/games/${encodeURIComponent(game)}/roster`, request);
export const fetchBook = (game: string) => ask<BookInfo>(`/games/${encodeURIComponent(game)}/book`);
export const fetchLesson = (game: string) => ask<LessonInfo>(`/games/${encodeURIComponent(game)}/lesson`);
/** What a learner does in a task of a lesson. */
export const sendAttempt = (game: string, attempt: Attempt) => post<LessonReply>(`/games/${encodeURIComponent(game)}/lesson`, attempt);
export const fetchMaps = (game: string) => ask<MapsInfo>(`/games/${encodeURIComponent(game)}/maps`);
/** The progress of this guest in the campaign of a game. */
export const fetchCampaign = (game: string) => ask<CampaignInfo>(`/games/${encodeURIComponent(game)}/campaign`);
export const fetchTable = (id: string) => ask<TableInfo>(table(id));
/** A match position by position; `look` is the seat that looks at a shared screen. */
export const fetchReplay = (id: string, look: number | null = null) => ask<Replay>(`${table(id)}/replay${look === null ? "" : `?look=${look}`}`);
export const joinTable = (id: string, token: string) =>
  post<TableInfo>(`${table(id)}/join`, { token, seed: seed() } satisfies Join);

// The server commits itself to its part of the dice before it sees ours.
const pledge = async () => (await post<Pledge>("/pledges", {})).table;

export const makeTable = async (request: NewTable) =>
  post<TableInfo>("/tables", { ...request, pledge: await pledge(), seed: seed() } satisfies NewTable);
/** A table for a map of this guest's campaign. */
export const startQuest = async (game: string, request: CampaignRequest) =>
  post<TableInfo>(`/games/${encodeURIComponent(game)}/campaign`, { ...request, pledge: await pledge(), seed: seed() } satisfies CampaignRequest);
export const rematch = async (id: string) =>
  post<TableInfo>(`${table(id)}/rematch`, { pledge: await pledge(), seed: seed() } satisfies Rematch);

/** Replays a record that the visitor has as a file. */
export const openRecord = (record: string) =>
  ask<Replay>("/replay", { method: "POST", headers: { "Content-Type": "text/plain" }, body: record });

/** What the computer thinks of a position of a table, by what this guest may know. */
export const askAdvice = (id: string, request: AdviceRequest) => post<AdviceInfo>(`${table(id)}/advice`, request);
/** The same for a position of a record that the visitor has as a file. */
export const askAboutRecord = (record: string, at: number) => post<AdviceInfo>("/replay/advice", { record, at } satisfies RecordAdviceRequest);
/** Luck and decisions of a finished game; the answer may say that it is not done yet. */
export const analyseTable = (id: string) => post<Analysis>(`${table(id)}/analysis`, {});
export const analyseRecord = (record: string) =>
  ask<Analysis>("/analysis", { method: "POST", headers: { "Content-Type": "text/plain" }, body: record });
export const fetchAnalysis = (id: string) => ask<Analysis>(`/analysis/${encodeURIComponent(id)}`);

/** The player's own part of the dice: nobody else can know it beforehand. */
export function seed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
