// Any game at all: what every game has, and nothing else.
import type { PlainScreen } from '../../protocol'
import type { GameView } from '..'
import Detail from './Detail.svelte'
import Table from './Table.svelte'

const generic: GameView<PlainScreen> = { Table, Detail }

export default generic
