// Made by web/protocol_types.py from the schema of the server: run 'make web-types' when that has changed.

export const PROTOCOL = 2

export interface ActionCard {
  name: string
  phase: string
  word: string
}

export interface Answer {
  type: "answer"
  id: string
  ask: number
  words: string[]
}

export interface Ask {
  about: string
  domain: string
  kind: string
  least: number
  most: number
  number: number
  options: OptionInfo[]
  prompt: string
  seat: number
  suggested: string[]
  sure: boolean
  text: Segment[]
  totals: Total[]
  why_not: WhyNot[]
}

export interface ChatLine {
  n: number
  seat: number
  name: string
  text: string
  reaction: string
  at: number
}

export interface Clock {
  kind?: "days" | "live" | "none"
  seconds?: number
}

export interface Coach {
  lesson: string
  title: string
  step: number
  steps: number
  say: Segment[]
  waits: "answer" | "next" | "over" | "play"
  prompt?: string
  accept?: string[][]
  point?: string[]
}

export interface CreateRoom {
  game: string
  options?: Record<string, unknown>
  seats?: WantedSeat[]
  name?: string
  my_name?: string
  my_face?: string
  password?: string
  listed?: boolean
  clock?: Clock
  chat?: boolean | null
  hints?: boolean
  start?: boolean
  seed?: number | null
  lesson?: string
}

export interface Deleted {
  missing: number
}

export interface Done {
  type: "done"
  id: string
  n: number
}

export interface EarthPlayer {
  bid: number
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
  supply: number
  vp: number
}

export interface EarthScreen {
  actor: number
  card_deck: number
  cards: TurnCard[]
  gadget_deck: number
  gadget_discards: number
  gadgets: GadgetScreen[]
  game: "earth"
  line: number[]
  mode: string
  over: boolean
  players: EarthPlayer[]
  portals: PortalScreen[]
  reconstruction: boolean
  regions: RegionScreen[]
  set_aside: number
  stars: number
  step: string
  threshold: number
  turn: number
  viewer: number
  winners: number[]
}

export interface Event {
  type: "event"
  n: number
  since: number
  room: RoomInfo
  seat: number
  host: boolean
  log_from: number
  lines: LogLine[]
  screen: PlainScreen | GalaxyScreen | EarthScreen | null
  ask: Ask | null
  can_undo: boolean
  thinking: number[]
  result: Result | null
  deadlines?: number[]
  chat?: ChatLine[]
  coach?: Coach | null
}

export type FromClient = Hello | Answer | Undo | Start | SetSeat | Leave | Return | Say | SetChat | Rematch | Next | Ping

export type FromServer = Welcome | Event | Presence | Done | Refused | Pong

export interface GadgetScreen {
  cost: number
  effect: string
  gadget: string
  hourglass: boolean
  price: number
}

export interface GalaxyScreen {
  deck: number
  discards: number
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

export interface GameInfo {
  game: string
  rules: string
  modes: Mode[]
  bots: string[]
  languages: string[]
  advice?: boolean
  lessons?: LessonInfo[]
}

export interface GameReview {
  type: "review"
  game: string
  players: string[]
  winners: number[]
  scores: number[]
  chances: number[][]
  rounds: number[]
  decisions: JudgedChoice[]
  costliest: number[][]
}

export interface Games {
  protocol: number
  server: string
  games: GameInfo[]
  address?: string
}

export interface HeldTable {
  room: string
  token: string
}

export interface Hello {
  type: "hello"
  protocol?: number
  token?: string
  password?: string
  after?: number
  language?: string
}

export interface Hint {
  words: string[]
  text: string
  win: number
  score: number
  reasons: string[]
}

export interface Hints {
  ask: number
  hints: Hint[]
}

export interface Join {
  seat?: number
  name?: string
  face?: string
  password?: string
}

export interface JudgedChoice {
  number: number
  seat: number
  round: number
  question: string
  chosen: string
  win: number
  best: string
  best_win: number
  cost: number
}

export interface Leave {
  type: "leave"
  id: string
  bot?: string
}

export interface LessonInfo {
  lesson: string
  mode: string
  minutes: number
  title: Record<string, string>
  about: Record<string, string>
}

export interface LogLine {
  event: string
  facts: Record<string, number | string | (number | string)[]>
  seat: number
  text: Segment[]
}

export interface Mode {
  mode: string
  options: Record<string, unknown>
  players: number[]
  deals: string[]
  flags: string[]
}

export interface MyTables {
  tables: TableState[]
  results: ResultInfo[]
}

export interface NewLink {
  link: string
}

export interface Next {
  type: "next"
  id: string
}

export interface OptionInfo {
  detail: Segment[]
  target: Target | null
  title: Segment[]
  word: string
}

export interface Part {
  amount: number
  source: Segment[]
}

export interface PersonWish {
  name?: string
  face?: string
  listed?: boolean
}

export interface Phase {
  by: number[]
  name: string
  now: boolean
  phase: string
}

export interface PileScreen {
  deck: number
  discards: number
  pile: string
}

export interface Ping {
  type: "ping"
}

export interface Placed {
  card: string
  damaged: boolean
  fresh: boolean
  good: string
  worth: number | null
}

export interface PlainPlayer {
  name: string
  owes: boolean
  score: number
  seat: number
}

export interface PlainScreen {
  game: string
  mode: string
  players: PlainPlayer[]
  round: number
  table: string
  viewer: number
}

export interface PlayOn {
  step: number
  seat: number
  bot?: string
  my_name?: string
  my_face?: string
}

export interface Player {
  actions: ActionCard[]
  attack: string
  attack_adds: boolean
  attack_strength: number
  awards: number
  cards: string[]
  chips: number
  chosen: Segment[][]
  contributed: number
  defense: number
  disk: number
  hand: number
  looked: string[]
  military: number
  military_parts: Part[]
  name: string
  offered: string[]
  owes: boolean
  rank: number
  score: number
  seat: number
  systems: number
  tableau: Placed[]
  tiles: number
  tucked: boolean
  vs_xenos: number
  worth: Record<string, number>
}

export interface Pong {
  type: "pong"
}

export interface PortalScreen {
  region: string
  ships: string[]
}

export interface Presence {
  type: "presence"
  here: boolean[]
  spectators: number
}

export interface Problem {
  code: string
  words: string
}

export interface Profile {
  name: string
  face: string
  listed: boolean
  created: number
  devices: number
  tables: number
  ratings: RatingInfo[]
}

export interface Ranked {
  name: string
  face: string
  bot: string
  rating: number
  reach: number
  games: number
  you: boolean
}

export interface RatingInfo {
  game: string
  mode: string
  rating: number
  reach: number
  games: number
}

export interface RatingTable {
  game: string
  mode: string
  players: Ranked[]
}

export interface Refused {
  type: "refused"
  code: string
  words: string
  reason?: string
  id?: string
  event?: Event | null
}

export interface RegionScreen {
  adjacent: string[]
  column: number
  forecast: ShareScreen[]
  harvest: number
  label: string
  motherships: number[]
  region: string
  row: number
  scored_before: boolean
  scoring: boolean
  ships: number[]
}

export interface Rematch {
  type: "rematch"
  id: string
}

export interface ReplayRequest {
  record: string
  step?: number
  viewer?: number
  language?: string
}

export interface ReplayStep {
  step: number
  steps: number
  game: string
  players: number
  names: string[]
  viewer: number
  next_seat: number
  next_words: string[]
  screen: PlainScreen | GalaxyScreen | EarthScreen
  ask: Ask | null
  lines: LogLine[]
  scores: number[]
}

export interface Result {
  scores: number[]
  winners: number[]
  breakdown: ScorePart[][]
  rounds: RoundPoints[]
}

export interface ResultInfo {
  room: string
  name: string
  game: string
  mode: string
  seat: number
  players: number
  place: number
  score: number
  best: number
  rated: boolean
  at: number
}

export interface Return {
  type: "return"
  id: string
}

export interface ReviewFailed {
  type: "failed"
  words: string
}

export type ReviewLine = ReviewProgress | GameReview | ReviewFailed

export interface ReviewProgress {
  type: "progress"
  done: number
  total: number
}

export interface ReviewRequest {
  record: string
  language?: string
}

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
}

export interface RoomInfo {
  room: string
  name: string
  game: string
  mode: string
  options: Record<string, unknown>
  stage: "lobby" | "over" | "playing"
  seats: SeatInfo[]
  listed: boolean
  locked: boolean
  chosen_seed: boolean
  spectators: number
  next?: string
  clock?: Clock
  chat?: boolean
  hints?: boolean
  lesson?: string
}

export interface RoomList {
  rooms: RoomEntry[]
}

export interface RoundPoints {
  round: number
  scores: number[]
}

export interface Rules {
  game: string
  mode: string
  title: string
  text: string
  sections: RulesSection[]
  legend: Symbol[]
}

export interface RulesSection {
  id: string
  level: number
  heading: string
  paragraphs: string[]
  prompts: string[]
}

export interface Say {
  type: "say"
  id: string
  text?: string
  reaction?: string
  name?: string
}

export interface ScorePart {
  amount: number
  source: Segment[]
}

export interface SeatInfo {
  seat: number
  kind: "bot" | "open" | "person"
  name?: string
  bot?: string
  host?: boolean
  here?: boolean
  face?: string
}

export interface Seated {
  room: string
  seat: number
  token: string
  link: string
}

export interface Segment {
  card?: string
  text: string
}

export interface SetChat {
  type: "chat"
  id: string
  on: boolean
}

export interface SetSeat {
  type: "seat"
  id: string
  seat: number
  kind: "bot" | "open"
  bot?: string
}

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

export interface SignedIn {
  key: string
  link: string
  profile: Profile
}

export interface Start {
  type: "start"
  id: string
  fill?: string
}

export interface Symbol {
  width: number
  svg: string
  text: string
}

export interface TableState {
  room: string
  gone?: boolean
  stage?: "lobby" | "over" | "playing"
  name?: string
  game?: string
  mode?: string
  seat?: number
  seats?: SeatInfo[]
  your_turn?: boolean
  thinking?: number[]
  deadline?: number
  scores?: number[]
  winners?: number[]
  next?: string
}

export interface TableText {
  n: number
  text: string
}

export interface Tables {
  tables: TableState[]
}

export interface TablesRequest {
  tables: HeldTable[]
}

export interface Taken {
  taken: number
}

export interface Target {
  kind: string
  name: string
  other: string
  seat: number
}

export interface Total {
  have: number
  id: string
  need: number
  parts: Part[]
  words: Segment[]
}

export interface TurnCard {
  card: number
  discount: number
  stars: number
}

export interface Undo {
  type: "undo"
  id: string
}

export interface WantedSeat {
  kind: "bot" | "me" | "open"
  bot?: string
}

export interface WarScreen {
  awards: number[]
  breather: boolean
  conquered: boolean
  counterstrike: boolean
  defeats: number
  discards: number
  military: number
  order: number[]
  repulse: number
  repulsed: boolean
  stage: number
  surge: number
  under_attack: string
  waves: WaveLeft[]
}

export interface WaveLeft {
  cards: number
  wave: number
}

export interface Welcome {
  type: "welcome"
  protocol: number
  server: string
  room: string
  seat: number
  host: boolean
  now?: number
}

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
