// Made by web/protocol_types.py from the schema of the server: run 'make web-types' when that has changed.

export const PROTOCOL = 3

/** An action card that a seat plays this round. */
export interface ActionCard {
  name: string
  /** The phase it calls: explore, develop, settle, consume or produce. */
  phase: string
  word: string
}

/** The answer to the question `ask` of the viewer's own seat. */
export interface Answer {
  type: "answer"
  /** Chosen by the client; the same id again means the same command, which is done once. */
  id: string
  /** The number of the question that is answered, from `Ask.number`. */
  ask: number
  words: string[]
}

/** An answer of a puzzle with what two searches found. */
export interface AnswerVerdict {
  text: string
  /** The chance of winning by the first search. */
  win: number
  /** The chance of winning by the second search, with other seeds. */
  check: number
  /** The expected final score. */
  score: number
  reasons: string[]
}

/** The question to the viewer. */
export interface Ask {
  /** The card or thing that the question is about, by name; empty for none. */
  about: string
  domain: string
  /** With `keeps`: options in words that count as kept to begin with, such as the cards held before a draw. */
  held: string[]
  /** The player chooses what to keep, and the answer is the rest: `text` asks so, and all but `most` options are kept. */
  keeps: boolean
  /** `one`: exactly one option; `some`: from `least` to `most` of them. */
  kind: "one" | "some"
  least: number
  most: number
  /** To be sent back with the answer; another question has another number. */
  number: number
  /** An option listed twice may be chosen twice. */
  options: OptionInfo[]
  /** The choice is a payment: its options are spent, and a total `cost` says how many are needed. */
  pays: boolean
  /** The stable id of the question. */
  prompt: string
  seat: number
  /** A sensible answer in words, where one can be laid out to be changed or confirmed, such as a payment; else empty. */
  suggested: string[]
  /** Nothing can be lost by the answer suggested: a screen may send it without asking. */
  sure: boolean
  /** The question in plain words. */
  text: Segment[]
  totals: Total[]
  why_not: WhyNot[]
}

/** A person on the board of a game. */
export interface BoardRow {
  name: string
  face: string
  /** The number of finished rated tries in this time. */
  deals: number
  /** Points above par, all deals together. */
  points: number
  /** The percentage of plays that the scores beat, on average. */
  better_than: number
  you: boolean
  /** The room of the try, to watch its replay: of a single day, once your own try is over or the day has passed. */
  room?: string
}

/** The data of a card for the page, in any game; the cards of a game have more (`Display.card_type`). */
export interface CardFacts {
  /** Its filters with their values. */
  facets: Record<string, string[]>
  /** Everything about it, line by line; no line is only its name. */
  lines: CardLine[]
  /** Its picture; empty where the page draws the card itself. */
  svg: string
}

/** Every card of a game, as the page loads them. */
export interface CardFile {
  cards: Record<string, CardFacts>
  facets: Facet[]
  hash?: string
  language: string
  marks: CardMark[]
  theme: string
}

/** A line about a card: a head, such as the name of a phase with its colon, or none; and the rest. */
export interface CardLine {
  head: string
  text: string
}

/** A small drawing that the facts of many cards refer to by its number; 16 high, with its center at (0, 0). */
export interface CardMark {
  svg: string
  width: number
}

/** Something that somebody said. */
export interface ChatLine {
  /** The event that it is. */
  n: number
  /** -1 for a spectator. */
  seat: number
  /** The name of the spectator. */
  name: string
  text: string
  /** In place of a text: one of a few things that each reader is shown in their own language. */
  reaction: string
  /** When, in milliseconds since 1970; 0 if unknown. */
  at: number
}

/** The time a person may think about an answer: at one sitting, or over days. */
export interface Clock {
  kind?: "days" | "live" | "none"
  seconds?: number
}

/** The words of a lesson to its player now. */
export interface Coach {
  lesson: string
  title: string
  /** The number of steps done. */
  step: number
  steps: number
  say: Segment[]
  /** For what: that the player has read it (the command `next`), that they answer, that they have played on for a while; nothing, when all steps are done. */
  waits: "answer" | "next" | "over" | "play"
  /** The question that is to be answered. */
  prompt?: string
  /** The answers that are taken; any, if there are none. */
  accept?: string[][]
  /** The targets to point at: parts of the screen as `kind` or `kind:name`. */
  point?: string[]
}

/** A new room. */
export interface CreateRoom {
  game: string
  options?: Record<string, unknown>
  /** By default: you, then open seats for everybody else. */
  seats?: WantedSeat[]
  name?: string
  my_name?: string
  /** The seed of the face that you wear: up to 16 letters and digits. */
  my_face?: string
  password?: string
  listed?: boolean
  clock?: Clock
  /** Whether people may chat; by default, they may unless the room is listed. */
  chat?: boolean | null
  /** Whether people may ask for hints. */
  hints?: boolean
  /** Whether somebody who plays against bots alone may take back anything; the game is not rated then. */
  free_undo?: boolean
  /** Begin immediately; only if no seat is open. */
  start?: boolean
  /** A whole number from 0 to 2**64 - 1, as text (clients of protocol 2 send a number); random by default. Everybody can see that the seed was chosen. */
  seed?: string | number | null
  /** A lesson of the game, which begins at once; it says itself who sits where and how it is dealt. */
  lesson?: string
  /** A deal of the day, such as `2026-11-19/galaxy/invasion`, which begins at once; players and cards follow from it. */
  deal?: string
  /** A puzzle, whose game goes on from its position: you in the seat that decides, bots in the others. */
  puzzle?: string
  /** Whether to play the rated try of the deal, as long as it can be played: on its own day, once. */
  rated_try?: boolean
}

/** The deals of a day, and the requester's tries of all days. */
export interface DailyDeals {
  /** The date in UTC. */
  today: string
  /** The first day of the standard series. */
  first: string
  day: string
  deals: DealInfo[]
  /** The rated tries of a person with an identity, the latest first. */
  tries?: DealTry[]
}

/** The best results of identified people at the deals of a game, best first. */
export interface DealBoard {
  game: string
  mode: string
  span: "all" | "day" | "week"
  /** The last day of the time. */
  day: string
  rows: BoardRow[]
}

/** A deal of the day. Its seed is left out: it would reveal every card. */
export interface DealInfo {
  /** The id, such as `2026-11-19/galaxy/invasion`. */
  deal: string
  day: string
  game: string
  mode: string
  players: number
  /** Your seat. */
  seat: number
  /** The bots in the other seats, in their order. */
  rivals: string[]
  /** The title of the series; empty for the standard one. */
  series?: string
}

/** The last line of a par: what the strong bot made of your seat. */
export interface DealPar {
  type: "par"
  deal: string
  points: number
  scores: number[]
  /** The number of plays that it won; a shared win counts in part. */
  wins: number
}

/** The rated try of a deal by a person with an identity. */
export interface DealTry {
  deal: string
  day: string
  game: string
  mode: string
  players: number
  room: string
  over: boolean
  score?: number
  /** 1 for a winner; 0 for a game that was ended before its end. */
  place?: number
  /** Par of the deal; null as long as it has not been played. */
  par?: number | null
  /** The percentage of plays that the score beats. */
  better_than?: number | null
}

/** The reply to a deletion request: a game is deleted once all its players ask for it. */
export interface Deleted {
  /** Number of players who have not asked yet; 0 if it was deleted. */
  missing: number
}

/** A command was accepted, stored, and is shown by event `n`. The same command again gets the same reply. */
export interface Done {
  type: "done"
  id: string
  n: number
}

/** The data of a component of earth for the page. */
export interface EarthCard {
  /** The motif of its drawing; empty for a plain ship. */
  art: string
  cost: number
  discount: number
  /** The effect of a Gadget. */
  effect: string
  facets: Record<string, string[]>
  /** The same in every language. */
  id: string
  lines: CardLine[]
  /** The regions where a Portal brings ships. */
  ships: string[]
  sort: "gadget" | "portal" | "turn-order"
  stars: number
  svg: string
  /** The name where the sort is plain to see. */
  title: string
}

/** The area of a seat. */
export interface EarthPlayer {
  /** -1 before it is chosen, or where it is hidden from the viewer. */
  bid: number
  /** Its Turn Order card; 0 for none. */
  card: number
  clamps: string[]
  energy: number
  has_bid: boolean
  mothership: string
  name: string
  on_board: number
  owes: boolean
  seat: number
  shields: string[]
  /** The Action Points of that card. */
  stars: number
  supply: number
  vp: number
}

/** The whole table. */
export interface EarthScreen {
  actor: number
  card_deck: number
  cards: TurnCard[]
  gadget_deck: number
  gadget_discards: number
  gadgets: GadgetScreen[]
  game: "earth"
  /** The seats still to come, the next one first. */
  line: number[]
  mode: string
  over: boolean
  players: EarthPlayer[]
  portals: PortalScreen[]
  /** Whether some of the components are our own reconstruction. */
  reconstruction: boolean
  /** The reconstructed values, in a sentence; empty for none. */
  reconstruction_note: string
  regions: RegionScreen[]
  set_aside: number
  stars: number
  /** bid, take-card, portal, act, effect or over. */
  step: string
  /** VP that may end the game. */
  threshold: number
  turn: number
  viewer: number
  winners: number[]
}

/** The room as one viewer sees it, after everything up to `n`; it directly follows event `since`. */
export interface Event {
  type: "event"
  n: number
  /** -1 for a viewer who has seen nothing yet. */
  since: number
  room: RoomInfo
  /** The viewer's own seat; -1 for a spectator. */
  seat: number
  host: boolean
  /** The viewer's log is cut to this length (0 or more), then `lines` are added. */
  log_from: number
  lines: LogLine[]
  /** The table; null while the room is still in the lobby. */
  screen: PlainScreen | GalaxyScreen | EarthScreen | null
  /** The question to the viewer. */
  ask: Ask | null
  can_undo: boolean
  /** The seats that owe an answer. */
  thinking: number[]
  /** Only when the game is over. */
  result: Result | null
  /** For each seat: when its time for an answer is up, in milliseconds since 1970; 0 if no time runs. Empty in a room without a clock. */
  deadlines?: number[]
  /** The log since then. */
  chat?: ChatLine[]
  /** The words of the lesson, for its player. */
  coach?: Coach | null
  /** Whether the viewer's latest answer was given by a bot that sat in for them. */
  bot_answered?: boolean
  /** Whether taking back would go behind something new that was seen, so that the game is not rated any more. */
  undo_unrates?: boolean
}

/** Something that cards can be filtered by, with its values in their order. */
export interface Facet {
  id: string
  label: string
  values: FacetValue[]
}

/** One value of a facet, by its id and in words. */
export interface FacetValue {
  id: string
  label: string
}

export type FromClient = Hello | Answer | Undo | Start | SetSeat | Leave | Return | Say | SetChat | Rematch | Next | Ping

export type FromServer = Welcome | Event | Presence | Done | Refused | Pong

/** A revealed Gadget card. */
export interface GadgetScreen {
  cost: number
  effect: string
  gadget: string
  hourglass: boolean
  /** The cost to the viewer; -1 for a spectator. */
  price: number
}

/** A card of galaxy: the facts of its row, and its powers in marks and in words. */
export interface GalaxyCard {
  /** The motif of its drawing; empty for the plain one of its type. */
  art: string
  chromosome: boolean
  /** Cost; the defense of a military world; 0 for a hive, which has `hive` instead. */
  cost: number
  deck: string
  facets: Record<string, string[]>
  /** The kind of its good; None for a world without one and for a development. */
  good: string | null
  good_when_placed: boolean
  /** Temporary Military needed to conquer this hive. */
  hive: number | null
  keywords: string[]
  lines: CardLine[]
  military: boolean
  name: string
  /** The name before an overlay renamed it; empty for a card with the name it always had. */
  origin: string
  powers: PowerFacts[]
  /** Its powers in marks, phase by phase. */
  rows: PowerRow[]
  score: ScoreFacts[]
  set: string
  start_number: number | null
  svg: string
  type: "development" | "world"
  /** Printed points; None where the card scores by `score`. */
  vp: number | null
  windfall: boolean
}

/** The whole table. */
export interface GalaxyScreen {
  deck: number
  discards: number
  /** The seat that comes first in player order. */
  first: number
  frontier: PileScreen[]
  game: "galaxy"
  hand_limit: number
  mode: string
  over: boolean
  phase: string
  phase_name: string
  phases: Phase[]
  players: Player[]
  pool: number
  round: number
  tableau_limit: number
  viewer: number
  war: WarScreen | null
  winners: number[]
}

/** A game with everything that can be chosen. */
export interface GameInfo {
  game: string
  rules: string
  modes: Mode[]
  /** The levels of its bots, weakest first, and those that the operator of the server added. */
  bots: string[]
  languages: string[]
  /** The temperaments of its levels: the bot `expert@trader` is an expert that prefers to trade. */
  temperaments?: string[]
  /** Whether there are hints and reviews for it here. */
  advice?: boolean
  /** In the order in which they should be taken. */
  lessons?: LessonInfo[]
}

/** The last line of a review. */
export interface GameReview {
  type: "review"
  game: string
  players: string[]
  winners: number[]
  scores: number[]
  /** The chance of winning of each seat: before the first choice, then after each. */
  chances: number[][]
  rounds: number[]
  decisions: JudgedChoice[]
  /** By seat: the numbers of the decisions that cost most. */
  costliest: number[][]
}

/** Everything that can be played. */
export interface Games {
  protocol: number
  server: string
  games: GameInfo[]
  /** Where other devices find this server, if it knows. */
  address?: string
}

/** A table that somebody holds a token of. */
export interface HeldTable {
  room: string
  token: string
}

/** The first message of a WebSocket: who is there, and what was seen last. */
export interface Hello {
  type: "hello"
  protocol?: number
  /** The token of a seat (or of the host); none for a spectator. */
  token?: string
  /** For a locked room, where there is no token. */
  password?: string
  /** The last event that the client has seen. */
  after?: number
  language?: string
}

/** An option of a question, as a strong player sees it. */
export interface Hint {
  /** The answer that chooses it. */
  words: string[]
  text: string
  /** The chance of winning with it, from 0 to 1. */
  win: number
  /** The final score to expect. */
  score: number
  reasons: string[]
  /** Whether the options are compared by points, because there is next to no chance of winning with any. */
  by_points?: boolean
}

/** Hints for what the viewer is asked now, the best option first. They come from the viewer's own sight alone. */
export interface Hints {
  /** The number of the question. */
  ask: number
  hints: Hint[]
}

/** Take an open seat; any of them if none is named. */
export interface Join {
  seat?: number
  name?: string
  face?: string
  password?: string
}

/** A decision that had an alternative, and what it cost. */
export interface JudgedChoice {
  /** The number of choices before. */
  number: number
  seat: number
  round: number
  question: string
  chosen: string
  win: number
  best: string
  best_win: number
  /** The chance of winning that was given away; 0 if nothing better was found. */
  cost: number
}

/** Give up the seat: in the lobby it is open again, in a game a bot sits in. */
export interface Leave {
  type: "leave"
  id: string
  bot?: string
}

/** A guided game. */
export interface LessonInfo {
  lesson: string
  mode: string
  /** About how long it takes. */
  minutes: number
  /** By language. */
  title: Record<string, string>
  /** The subject of the lesson, in a sentence, by language. */
  about: Record<string, string>
}

/** A line of the log. */
export interface LogLine {
  /** The kind of event, by a stable id. */
  event: string
  /** An event as data: the fields of the event as the reader may see them; hidden cards have no name. */
  facts: Record<string, number | string | (number | string)[]>
  /** The seat that did it; -1 for none. */
  seat: number
  /** Empty for an event that is not worth a line. */
  text: Segment[]
}

/** A way to play a game. */
export interface Mode {
  mode: string
  /** The options to send to play it, besides the number of players. */
  options: Record<string, unknown>
  players: number[]
  deals: string[]
  /** Further options that are true or false. */
  flags: string[]
}

/** The rooms of a person: unfinished ones, and the results of the others. */
export interface MyTables {
  tables: TableState[]
  results: ResultInfo[]
}

/** A new private link; the previous one no longer works. */
export interface NewLink {
  link: string
}

/** Go on in a lesson: the player has read what was said. */
export interface Next {
  type: "next"
  id: string
}

/** The chances of a seat in the next attack, from what everybody can see. */
export interface OddsScreen {
  /** The chance that `have` is enough: 0 and 1 only if that is certain. */
  chance: number
  /** The chance that `most` is enough. */
  chance_most: number
  /** Military vs. Xenos and defense. */
  have: number
  /** The strengths that can hit its rank. */
  highest: number
  lowest: number
  median: number
  /** The same with all temporary powers and the bunker. */
  most: number
  /** The attack and the strength of the seat, in words. */
  range: string
  /** Its place among the admirals if the disks were moved now, from 1. */
  rank: number
  /** The changes that temporary powers and the bunker would bring, in words; empty if there are none. */
  reserve: string
  seat: number
  /** The chance in tenths; 0 and 10 only if that is certain. */
  tenths: number
  /** The chance in words, in the second person for the viewer. */
  verdict: string
}

/** One option of a question. */
export interface OptionInfo {
  /** The meaning or the gain of the option, where its title does not say it; empty for nothing more. */
  detail: Segment[]
  /** The cost of the option in a word or two, to stand on the thing itself; empty for none. */
  price: string
  target: Target | null
  /** The option in plain words. */
  title: Segment[]
  /** The stable word to answer with. */
  word: string
}

/** The changes of an overlay, a line for each change. */
export interface OverlayDetails {
  name: string
  lines: string[]
}

/** An overlay that a room plays with; what it changes is asked for separately. */
export interface OverlayInfo {
  name: string
  /** The number of changed cards, components or numbers. */
  changes: number
}

/** The last line of a par that could not be played. */
export interface ParFailed {
  type: "failed"
  words: string
}

export type ParLine = ParProgress | DealPar | ParFailed

/** A line of a par that is being played: the number of finished plays. */
export interface ParProgress {
  type: "progress"
  done: number
  total: number
}

/** A request for par of a deal. */
export interface ParRequest {
  deal: string
}

/** One part of a number. */
export interface Part {
  amount: number
  source: Segment[]
}

/** The requested name and avatar of a person. */
export interface PersonWish {
  name?: string
  face?: string
  /** Whether to be in the table of ratings, by this name; one without a name never is. */
  listed?: boolean
}

/** A phase of the round. */
export interface Phase {
  /** The seats that chose it. */
  by: number[]
  name: string
  now: boolean
  phase: string
}

/** A frontier deck, or the Xeno systems. */
export interface PileScreen {
  deck: number
  discards: number
  /** `near`, `far` or `systems`. */
  pile: string
}

/** Ask for a sign of life. */
export interface Ping {
  type: "ping"
}

/** A card in a tableau. */
export interface Placed {
  card: string
  damaged: boolean
  /** Placed in this very phase. */
  fresh: boolean
  /** The kind of the good on it; empty for none. */
  good: string
  /** The present worth of a card of varying points; None for any other. */
  worth: number | null
}

/** A seat on the default screen. */
export interface PlainPlayer {
  name: string
  owes: boolean
  score: number
  seat: number
}

/** The default screen: scores, and the table as text. */
export interface PlainScreen {
  game: string
  mode: string
  players: PlainPlayer[]
  round: number
  /** The table in plain words, on several lines. */
  table: string
  viewer: number
}

/** A new room that begins from a position of a game that is over: you in one of its seats, bots in the others. */
export interface PlayOn {
  /** After this many choices. */
  step: number
  seat: number
  /** The bot that plays the others; by default the bots that did, and the usual one in place of people. */
  bot?: string
  my_name?: string
  my_face?: string
}

/** The area of a seat. */
export interface Player {
  /** Revealed ones only. */
  actions: ActionCard[]
  /** The invasion card against it in words; empty for none. */
  attack: string
  /** Whether the card adds to a Military, so that its words do not say its strength. */
  attack_adds: boolean
  attack_strength: number
  awards: number
  /** The cards it holds, if the viewer may see them; else empty. */
  cards: string[]
  chips: number
  /** The answer of this seat in a step where others are still awaited; only the seat itself sees it. */
  chosen: Segment[][]
  contributed: number
  defense: number
  /** The space of its admiral disk; 0 without a war. */
  disk: number
  /** The number of cards it holds. */
  hand: number
  /** Cards drawn from a frontier deck; only their owner sees them. */
  looked: string[]
  military: number
  military_parts: Part[]
  name: string
  /** Start worlds to choose from; only their owner sees them. */
  offered: string[]
  owes: boolean
  /** Its place by admiral disks from 1; 0 without a war. */
  rank: number
  score: number
  seat: number
  /** Xeno systems it has conquered. */
  systems: number
  tableau: Placed[]
  /** Points of the bonus tiles awarded when the Xenos were repulsed. */
  tiles: number
  /** Whether its Frontier/Conquest Settle is tucked, or will be next round. */
  tucked: boolean
  vs_xenos: number
  /** The points that cards of varying points which it holds would have in its tableau now; only their owner sees it. */
  worth: Record<string, number>
}

/** The reply to a ping. */
export interface Pong {
  type: "pong"
}

/** A Portal card. */
export interface PortalScreen {
  region: string
  ships: string[]
}

/** One power of a card, as far as its drawing and its worth depend on it. */
export interface PowerFacts {
  amount: number
  do: string
  phase: string
  vs: string | null
}

/** The effects of a card in a phase; `score` for its score lines. */
export interface PowerRow {
  /** The same without words, for a card in little; score lines keep those that no mark can stand for. */
  brief: ((number | string)[])[]
  phase: string
  /** Each power as numbers of marks, and words between them. */
  powers: ((number | string)[])[]
}

/** The connected people; not numbered, since nothing depends on it. */
export interface Presence {
  type: "presence"
  here: boolean[]
  spectators: number
}

/** An error in a request. */
export interface Problem {
  code: string
  words: string
}

/** The profile of a person, as only they may see it. */
export interface Profile {
  name: string
  face: string
  listed: boolean
  created: number
  /** On how many devices they are signed in. */
  devices: number
  tables: number
  ratings: RatingInfo[]
}

/** A puzzle in a list. */
export interface PuzzleInfo {
  /** The id. */
  puzzle: string
  game: string
  mode: string
  players: number
  /** The strength of a player who finds the answer half of the time, on the scale of the league. */
  rating: number
  themes: string[]
}

/** All puzzles, and the one of the day. */
export interface PuzzleList {
  puzzles: PuzzleInfo[]
  /** The id of the puzzle of the day; empty if there are no puzzles. */
  today: string
}

/** A puzzle as its seat sees it. */
export interface PuzzlePosition {
  puzzle: PuzzleInfo
  seat: number
  round: number
  names: string[]
  screen: PlainScreen | GalaxyScreen | EarthScreen
  ask: Ask | null
  question: string
  /** The answers to choose from, in words, in an order that says nothing. */
  answers: string[]
  lines: LogLine[]
}

/** An answer to a puzzle: its number in the list of answers. */
export interface PuzzleTry {
  answer: number
}

/** The verdict on an answer. */
export interface PuzzleVerdict {
  right: boolean
  /** The number of the best answer. */
  best: number
  /** In the order of the position. */
  answers: AnswerVerdict[]
  /** The share of tries in which each level finds the best answer. */
  found_by: Record<string, number>
}

/** A line of a table of ratings. */
export interface Ranked {
  name: string
  face: string
  /** The name of the bot; empty for a person. */
  bot: string
  rating: number
  reach: number
  games: number
  you: boolean
}

/** The strength of a person at a game, on the scale of the league. */
export interface RatingInfo {
  game: string
  mode: string
  rating: number
  /** The true rating lies this far to either side, with 95% certainty. */
  reach: number
  games: number
}

/** The ratings at a game, best first. */
export interface RatingTable {
  game: string
  mode: string
  players: Ranked[]
}

/** A command or message was refused, and nothing changed. */
export interface Refused {
  type: "refused"
  /** A stable id: `illegal`, `stale`, `not-owing`, `not-yours`, `bad-message`, `too-large`, ... */
  code: string
  /** The reason in a sentence. */
  words: string
  /** For `illegal`: the rules' own id of the reason. */
  reason?: string
  /** The command that was refused, if it had an id. */
  id?: string
  /** The room as it is now, if the command shows that the client is out of date. */
  event?: Event | null
}

/** A region of the map. */
export interface RegionScreen {
  adjacent: string[]
  column: number
  /** For a scoring region: what it would pay now. */
  forecast: ShareScreen[]
  harvest: number
  /** Its name in the language of the viewer. */
  label: string
  /** The seats whose mothership is here. */
  motherships: number[]
  /** Its stable name, as in the words of options and targets. */
  region: string
  /** For a scoring region: the VP of the first place, and the Energy of the second and third (0 in a game of three). */
  rewards: number[]
  row: number
  scored_before: boolean
  scoring: boolean
  /** By seat. */
  ships: number[]
  /** For a scoring region: what the viewer would get there with one ship more; None for a spectator. */
  with_ship: ShareScreen | null
}

/** A new room with the same people and settings, once the game is over. */
export interface Rematch {
  type: "rematch"
  id: string
}

/** A position of an uploaded record. */
export interface ReplayRequest {
  /** The text of the record file. */
  record: string
  /** After this many choices; -1 for all. */
  step?: number
  /** The viewer: a seat, -1 for a spectator, -2 for everything. */
  viewer?: number
  language?: string
}

/** One position of a finished game (or, in a game still in progress, as the viewer saw it). */
export interface ReplayStep {
  step: number
  /** The number of choices. */
  steps: number
  game: string
  players: number
  names: string[]
  viewer: number
  /** The seat that chose next; -1 at the end. */
  next_seat: number
  /** The next choice, if the viewer may see it. */
  next_words: string[]
  screen: PlainScreen | GalaxyScreen | EarthScreen
  ask: Ask | null
  /** The whole log up to here. */
  lines: LogLine[]
  scores: number[]
  /** Whether the record goes to the end of its game. */
  over?: boolean
  /** The bot of each seat, as far as the record says; empty for a person. */
  bots?: string[]
}

/** The end of a game. */
export interface Result {
  scores: number[]
  winners: number[]
  /** For each seat: where its points come from. */
  breakdown: ScorePart[][]
  rounds: RoundPoints[]
}

/** The end of a game for a person. */
export interface ResultInfo {
  room: string
  /** The name of the room. */
  name: string
  game: string
  mode: string
  seat: number
  players: number
  /** 1 for a winner; 0 if the game was ended before its end. */
  place: number
  score: number
  /** The best score at the table. */
  best: number
  rated: boolean
  at: number
}

/** Take the seat back from the bot that sits in. */
export interface Return {
  type: "return"
  id: string
}

/** The last line of a review that could not be made. */
export interface ReviewFailed {
  type: "failed"
  words: string
}

export type ReviewLine = ReviewProgress | GameReview | ReviewFailed

/** A line of a review that is being made: the number of choices examined. */
export interface ReviewProgress {
  type: "progress"
  done: number
  total: number
}

/** A review of an uploaded record. */
export interface ReviewRequest {
  /** The text of the record file. */
  record: string
  language?: string
}

/** A line of the list of rooms. */
export interface RoomEntry {
  room: string
  name: string
  game: string
  mode: string
  options: Record<string, unknown>
  stage: "lobby" | "over" | "playing"
  seats: SeatInfo[]
  locked: boolean
  chosen_seed: boolean
  overlays?: OverlayInfo[]
}

/** The public facts about a room. */
export interface RoomInfo {
  room: string
  name: string
  game: string
  /** The game's mode under these options. */
  mode: string
  options: Record<string, unknown>
  stage: "lobby" | "over" | "playing"
  seats: SeatInfo[]
  listed: boolean
  /** Whether a password is required. */
  locked: boolean
  /** Whether the host chose the seed, and so may know more than others. */
  chosen_seed: boolean
  spectators: number
  /** The room of the rematch, if there is one. */
  next?: string
  clock?: Clock
  /** Whether people may talk here. */
  chat?: boolean
  /** Whether people may ask for hints here. */
  hints?: boolean
  /** The lesson that is taught here, if one is. */
  lesson?: string
  /** The changes of the cards or components; `options` names them without their texts. */
  overlays?: OverlayInfo[]
  /** Whether moves were taken back after something new had been seen, in a game against bots: it is not rated. */
  taken_back?: boolean
  /** The deal of the day that is played here, if one is. */
  deal?: string
  /** Whether this is the rated try of the deal. */
  rated_try?: boolean
  /** Whether there are hints and reviews for the game here. */
  advice?: boolean
}

/** The rooms that are listed. */
export interface RoomList {
  rooms: RoomEntry[]
}

/** The overlays of a room in words. */
export interface RoomOverlays {
  overlays: OverlayDetails[]
}

/** The scores of all seats when a round was over. */
export interface RoundPoints {
  round: number
  scores: number[]
}

/** The rules of a mode in a language, for people. */
export interface Rules {
  game: string
  mode: string
  title: string
  /** The mode in a sentence. */
  text: string
  sections: RulesSection[]
  legend: Symbol[]
}

/** A heading of the rules and the text under it. */
export interface RulesSection {
  id: string
  /** 1 for a part, 2 for a section of it. */
  level: number
  heading: string
  /** Paragraphs, and list items that begin with a hyphen. */
  paragraphs: string[]
  /** The questions that it is about. */
  prompts: string[]
}

/** Say something to the table; a spectator, to the other spectators. */
export interface Say {
  type: "say"
  id: string
  text?: string
  /** In place of a text. */
  reaction?: string
  /** The name that a spectator wants. */
  name?: string
}

/** `vp` points for each of `per`. */
export interface ScoreFacts {
  per: string
  vp: number
}

/** One thing that gives points. */
export interface ScorePart {
  amount: number
  /** The kind of thing it is, by a stable id of the game: parts of one kind are shown together. */
  kind: string
  source: Segment[]
}

/** A seat of a room. */
export interface SeatInfo {
  seat: number
  kind: "bot" | "open" | "person"
  name?: string
  /** The bot that plays, if one does. In a person's seat it sits in until the person takes the seat back. */
  bot?: string
  host?: boolean
  /** Whether anybody is connected for it now (bots always are). */
  here?: boolean
  /** The seed of the face that the person wears. */
  face?: string
}

/** A seat, or the host's place, in a room. The token is sent only this once. */
export interface Seated {
  room: string
  /** -1 for a host without a seat. */
  seat: number
  token: string
  /** Where others can join or watch. */
  link: string
}

/** A piece of a text. */
export interface Segment {
  /** The card that the piece names, if any. */
  card?: string
  text: string
}

/** Allow or forbid talk in the room (host only). */
export interface SetChat {
  type: "chat"
  id: string
  on: boolean
}

/** Open a seat or give it to a bot (host only). During a game, a bot may sit in for a person, who can return. */
export interface SetSeat {
  type: "seat"
  id: string
  seat: number
  kind: "bot" | "open"
  bot?: string
}

/** The gains and losses of a seat in a region if it scored now. */
export interface ShareScreen {
  energy: number
  halved: boolean
  hologram: number
  lost: number
  place: number
  seat: number
  sharing: number
  shielded: boolean
  ships: number
  text: string
  vp: number
}

/** A device that is signed in. The keys are sent only this once. */
export interface SignedIn {
  /** The key of this device, which replaces the tokens of the person's seats. */
  key: string
  /** The key with which another device signs in; empty if a link exists already. */
  link: string
  profile: Profile
}

/** Begin the game (host only). Seats that are still open are given to this bot. */
export interface Start {
  type: "start"
  id: string
  fill?: string
}

/** A symbol on the cards or the map. */
export interface Symbol {
  width: number
  /** Around (0, 0), 16 high or a little more, in the colors of the page. */
  svg: string
  /** Its meaning. */
  text: string
}

/** The state of a table for one of its people. */
export interface TableState {
  room: string
  /** Whether there is no such room (any more), or the token holds nothing there: then nothing else is said. */
  gone?: boolean
  stage?: "lobby" | "over" | "playing"
  name?: string
  game?: string
  mode?: string
  seat?: number
  seats?: SeatInfo[]
  /** Whether you are asked something. */
  your_turn?: boolean
  /** The seats that owe an answer, as you may know. */
  thinking?: number[]
  /** When your time is up, in milliseconds since 1970; 0 if none runs. */
  deadline?: number
  /** When the game is over. */
  scores?: number[]
  winners?: number[]
  /** The room of the rematch, if there is one. */
  next?: string
}

/** The table in words, as its viewer sees it. */
export interface TableText {
  /** The event after which it is so. */
  n: number
  /** Line by line, one for each thing; an empty line begins another part. */
  text: string
}

/** The tables that were asked about, in that order. */
export interface Tables {
  tables: TableState[]
}

/** How do my tables stand? */
export interface TablesRequest {
  tables: HeldTable[]
}

/** The number of seats taken along into an identity. */
export interface Taken {
  taken: number
}

/** The target of an option, so that it can be shown where that thing is drawn. */
export interface Target {
  /** `hand`, `tableau`, `start`, `action`, `region`, ... */
  kind: string
  /** The card, world, region, ... by name. */
  name: string
  /** A second thing of the same option, such as where a ship goes; empty for none. */
  other: string
  /** Its owner; -1 for nobody. */
  seat: number
}

/** A number that matters to a question, with its parts. */
export interface Total {
  have: number
  /** The kind of number, such as `cost`, `military` or `defense`. */
  id: string
  /** -1 where nothing is needed. */
  need: number
  parts: Part[]
  words: Segment[]
}

/** A Turn Order card. */
export interface TurnCard {
  card: number
  discount: number
  stars: number
}

/** Undo the last answer. */
export interface Undo {
  type: "undo"
  id: string
}

/** A seat of a room being created. */
export interface WantedSeat {
  kind: "bot" | "me" | "open"
  bot?: string
}

/** Where the war stands. */
export interface WarScreen {
  /** The rewards for holding in this stage, highest disk first. */
  awards: number[]
  /** Whether these awards are ours, since the printed ones were not available. */
  awards_reconstructed: boolean
  /** Whether this is the round after the repulse, without retaliation. */
  breather: boolean
  /** Whether a Xeno system was conquered this round: no retaliation either. */
  conquered: boolean
  /** Whether the war goes on when the Xenos are repulsed. */
  counterstrike: boolean
  defeats: number
  discards: number
  /** The joint strength of all players against the Xenos. */
  military: number
  /** The cards of the next attack, or why it does not come this round, in words. */
  next_attack: string
  /** The odds of the next attack for each seat; empty during an attack and when the war is over. */
  odds: OddsScreen[]
  /** The admiral disks, highest first. */
  order: number[]
  /** The strength needed against the Xenos: the repulse value, or in the second stage the conquest value. */
  repulse: number
  repulsed: boolean
  /** 1: the invasion; 2: the conquest of the Xeno systems. */
  stage: number
  /** The bonus of every retaliation card this round. */
  surge: number
  /** The Xeno system that is being attacked; empty for none. */
  under_attack: string
  waves: WaveLeft[]
}

/** Invasion cards of a wave that are still in the deck; wave 4 is retaliation. */
export interface WaveLeft {
  cards: number
  wave: number
}

/** The first message of a connection. */
export interface Welcome {
  type: "welcome"
  protocol: number
  /** The program and its version. */
  server: string
  room: string
  seat: number
  host: boolean
  /** The time of the server in milliseconds since 1970: deadlines are by this clock. */
  now?: number
}

/** A visible thing that is not offered, and the reason. */
export interface WhyNot {
  kind: string
  name: string
  other: string
  text: Segment[]
}

export type Screen = PlainScreen | GalaxyScreen | EarthScreen

/** The kinds of events of each game, by their ids. */
export const EVENT_KINDS = {
  "galaxy": [
    "round",
    "reshuffle",
    "start_world",
    "setup_discard",
    "actions",
    "phase",
    "draw",
    "explore_discard",
    "place",
    "pass",
    "pay",
    "conquer",
    "discard_own",
    "good_placed",
    "good_discarded",
    "consume",
    "sell",
    "discard_for_vp",
    "gain",
    "lucky",
    "produce",
    "hand_limit",
    "game_end",
    "final_score",
    "pay_with",
    "good_for_card",
    "contribute",
    "repair",
    "disks",
    "repulse_check",
    "invasion_card",
    "bunker",
    "defend",
    "damage",
    "empire_defeat",
    "repair_cards",
    "replace",
    "look",
    "keep",
    "attack",
    "conquer_system",
    "attack_failed",
    "tide",
    "surge"
  ],
  "earth": [
    "turn",
    "portals",
    "gadgets",
    "cards",
    "scoring",
    "reshuffle-gadgets",
    "reshuffle-cards",
    "bid",
    "take-card",
    "turn-of",
    "portal",
    "deploy",
    "move",
    "fly",
    "gadget",
    "destroy",
    "shield",
    "hologram",
    "harvest",
    "redirect",
    "stars",
    "energy",
    "clamps",
    "end-turn",
    "reward",
    "casualties",
    "hourglass",
    "no-hourglass",
    "win"
  ]
} as const

/** A text in pieces: those with a card name it. */
export type Text = Segment[]
