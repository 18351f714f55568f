// The components that stage the great beats of Race for the Galaxy.
import type { GalaxyScreen } from '../../protocol'
import type { GameMotion, StageComponent } from '../../motion/beats'
import Battle from './Battle.svelte'
import Reveal from './Reveal.svelte'
import { theAttack, thisRound } from './tellings'

export const stages: Record<string, StageComponent<GalaxyScreen>> = { reveal: Reveal, battle: Battle }

export const says: GameMotion['says'] = { reveal: { words: thisRound }, battle: { words: theAttack } }
