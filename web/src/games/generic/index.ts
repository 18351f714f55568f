// Any game at all: what every game has, and nothing else.
import type { PlainScreen } from '../../protocol'
import type { GameView } from '..'
import Art from './Art.svelte'
import Detail from './Detail.svelte'
import Table from './Table.svelte'

const generic: GameView<PlainScreen> = { Table, Detail, Art }

export default generic
