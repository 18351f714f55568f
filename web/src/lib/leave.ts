// Leaving a table: a bot plays on in the seat, and the player is back in the lobby.
import type { RoomModel } from './room.svelte'
import { router } from './router.svelte'

/** Leave the table; if the server refuses, the player stays there. */
export async function leaveTable(model: RoomModel): Promise<void> {
  const reply = await model.send({ type: 'leave' })
  if (reply.type === 'done') router.go('/')
}
