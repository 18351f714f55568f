// The code needed only where things move; it is loaded with the first beat.
export { beatsOf } from './beats'
export { Flights } from './flights'
export { STAGE_TURN, cueAfter, timelineOf } from './timeline'
