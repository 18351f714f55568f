// What stages the great beats of Race for the Galaxy.
import type { GalaxyScreen } from '../../protocol'
import type { StageComponent } from '../../motion/beats'
import Battle from './Battle.svelte'
import Reveal from './Reveal.svelte'

export const stages: Record<string, StageComponent<GalaxyScreen>> = { reveal: Reveal, battle: Battle }
