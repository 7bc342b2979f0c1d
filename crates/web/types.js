/** The types of the answers of the server, as docs of the API have them, for the modules of the page. This file holds no code and is not served. */

/** @typedef {"patience" | "peg" | "rummy"} Family */
/** @typedef {"winnable" | "lost" | "unknown"} TruthWord */

/** @typedef {{ending: "won" | "stuck" | "won_by", seats?: number[], text: string}} Ending */
/** @typedef {{truth: TruthWord, moves?: number, text: string, lost_since?: number | null, positions?: number}} Truth */
/** @typedef {{n: number, event?: "drew" | "played", input?: string, seat?: number, text: string, truth?: TruthWord | null, left?: number | null}} MoveRow */
/** @typedef {{event: string, text: string, move?: string, cards?: string[], from?: any, to?: any, went_up?: string[], pegs?: number, name?: string, seat?: number, placed?: string[], tiles?: string[], count?: number, discard?: string, points?: number, winners?: string[], scores?: [string, number][]}} GameEvent */

/** @typedef {{input: string, from: string, to: string, cards: number}} CardChoice */
/** @typedef {{moves: CardChoice[], others: {input: string, text: string}[]}} CardChoices */
/** @typedef {{input: string, from: string, over: string, to: string, solvable: boolean | null}} JumpChoice */
/** @typedef {{commands: string[], tiles: string[], combinations: number[], broken: number[]}} TileChoices */

/** @typedef {{family: "patience", deal: string, columns: string[][], cells: (string | null)[], foundations: (string | null)[], moves: number, ending: any}} PatienceView */
/** @typedef {{family: "peg", text: string, pegs: number, jumps: {jump: string, solvable: boolean | null}[], solvable: boolean | null, moves: number, ending: any}} PegView */
/** @typedef {{name: string, machine: string | null, score: number, placed: boolean, tiles: number, bonus: string[]}} PlayerView */
/** @typedef {{took: string, table: string[][], hand: string[], loose: string[]}} DraftView */
/** @typedef {{family: "rummy", rules: string, seat: number | null, players: PlayerView[], hand: string[], drawn: string[], fresh: string[], tables: string[][][], stock: number, pile: string[], turn: number, has_drawn: boolean, draft: DraftView | null, deal: number, deal_over: boolean, ending: any}} RummyView */

/** @typedef {{hole: string, row: number, column: number, peg: boolean}} Hole */
/** @typedef {{name: string, grid: "square" | "triangular", goal: string[] | null, holes: Hole[]}} PegBoard */
/** @typedef {{name: string, colour: "blue" | "red" | "yellow" | "black" | "joker" | null, number: number | null, by_colour: number, by_number: number}} Tile */
/** @typedef {{seat: number, machine: boolean, can_end: boolean | null, reason: string | null, opening?: string, left?: number}} Turn */

/**
 * @typedef {object} State
 * @property {string} id
 * @property {number} version
 * @property {Family} family
 * @property {string} title
 * @property {any} view
 * @property {any} choices
 * @property {MoveRow[]} moves
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {boolean} [can_finish]
 * @property {Truth | null} truth
 * @property {Truth | null} [start_truth]
 * @property {number | null} [lost_since]
 * @property {Ending | null} ending
 * @property {number} elapsed
 * @property {boolean} clock_runs
 * @property {{hints: number, undos: number, solutions: number}} help
 * @property {string | null} link
 * @property {string[]} exports
 * @property {number} [difficulty]
 * @property {string} [today]
 * @property {any} [new]
 * @property {any} [rules]
 * @property {PegBoard} [board]
 * @property {Record<string, Tile>} [tiles]
 * @property {Turn} [turn]
 * @property {number} [deals]
 * @property {boolean} [lowest_wins]
 * @property {boolean} [takes_top]
 */

/** @typedef {{events: GameEvent[], say: string, state: State}} Acted */
/** @typedef {{hint: "enter" | "lost" | "over" | "unknown", inputs?: string[], left?: number, text: string, from?: string, to?: string, events?: GameEvent[]}} Hint */
/** @typedef {{input: string, text: string, view?: any}} Step */
/** @typedef {{solution: "found" | "lost" | "unknown", moves: Step[], text?: string}} Solution */
/** @typedef {{n: number, played: string[], played_text: string, best: string[], best_text: string, played_points: number, best_points: number, played_tiles: number, best_tiles: number, is_best: boolean}} TurnRow */
/** @typedef {{review: "moves", start: Truth, moves: {n: number, text: string, truth: TruthWord, left?: number}[], lost_since: number | null, best: {n: number, input: string, text: string, left: number | null, from?: string, to?: string} | null}} MovesReview */
/** @typedef {{from: number, to: number, seat?: number, text: string}} TurnStep */
/** @typedef {{review: "turns", turns: TurnRow[], steps: TurnStep[]}} TurnsReview */

/** @typedef {{name: string, short: string, title: string, toml: string, columns: number, cells: number, last_deal: number, has_difficulty: boolean, build: string, fill: string}} PatienceGame */
/** @typedef {{name: string, title: string, holes: number, grid: "square" | "triangular", vacate: string, text: string}} PegBoardInfo */
/** @typedef {{name: string, title: string, house_rules: string, least: number, most: number, available: boolean, reason?: string}} RummyRules */
/** @typedef {{version: string, patience: PatienceGame[], peg: PegBoardInfo[], rummy: RummyRules[], levels: string[], level_titles: {name: string, title: string}[], today: string}} About */
/** @typedef {{id: string, title: string, family: Family, game: string, moves: number, over: null | "won" | "lost", elapsed: number, played: number}} Kept */

export {};
