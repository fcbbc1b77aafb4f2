// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/** The dice of a step: what they gave every seat, why they were thrown, and what they showed. */
export interface RollInfo {
  luck: number[];
  reason: string;
  faces: number[][];
}

/**
 * A decision: the chances of its seat with the best order and with the played one; `better` names the best one.
 *
 * `why` says in words what the best one does, and `cells` are what is pressed for it on a board; both may be empty.
 */
export interface ChoiceInfo {
  best: number;
  played: number;
  better: string;
  why: string;
  cells: string[];
}

/** A step: the chances of all seats after it, its dice, and its decision if there was a choice. */
export interface AssessmentInfo {
  number: number;
  seat: number;
  order: string;
  chances: number[];
  roll: RollInfo | null;
  choice: ChoiceInfo | null;
}

/** The totals of a player: luck and its spread with fair dice, loss by decisions and its 95 % interval. */
export interface AccountInfo {
  seat: number;
  luck: number;
  spread: number;
  rolls: number;
  loss: number;
  least: number;
  most: number;
  mean: number;
  decisions: number;
  slips: number;
}

/** A whole analysis; `swings` and `mistakes` are the numbers of steps, the greatest first. */
export interface Findings {
  seats: string[];
  nodes: number;
  accounts: AccountInfo[];
  remarks: string[];
  swings: number[];
  mistakes: number[];
  steps: AssessmentInfo[];
}

/** POST /api/tables/{id}/analysis, POST /api/analysis, GET /api/analysis/{id}: progress and findings. */
export interface Analysis {
  id: string;
  done: number;
  total: number;
  findings: Findings | null;
}
