// A bot in JavaScript for `repulse sim`, `league` and `play`: it places what is worth most, and sells goods when short of cards.
//
//   repulse cards --json > cards.json
//   repulse sim -n 100 -p 2 -b "program:node examples/program_bot.mjs cards.json,random"
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const facts = new Map(JSON.parse(readFileSync(process.argv[2], 'utf8')).map((card) => [card.name, card.facts]))
const seats = new Map() // the seat of each game, by the id of its messages

/** The worth of a card to us: its points, more for powers that work every round, and production most of all. */
function worth(name) {
  const card = facts.get(name)
  if (!card) return 0
  return (card.vp ?? 4) + card.powers.length / 2 + (card.good ? 1 : 0)
}

/** The action card for what is in hand and on the table. */
function action(options, { hand, tableau, goods }) {
  const filled = goods.filter((good) => good === '').length
  const empty = tableau.filter((name, i) => facts.get(name)?.good && goods[i] === -1).length
  const affordable = hand.filter((name) => !facts.get(name).military && facts.get(name).cost < hand.length)
  const best = affordable.sort((one, other) => worth(other) - worth(one))[0]
  const wishes = []
  if (filled && hand.length < 4) wishes.push('Consume: Trade')
  if (filled > 2) wishes.push('Consume: 2x VPs')
  if (best) wishes.push(facts.get(best).type === 'world' ? 'Settle' : 'Develop')
  if (empty > 1) wishes.push('Produce')
  wishes.push('Explore +5', 'Explore +1/+1')
  return wishes.find((wish) => options.includes(wish)) ?? options[0]
}

function choose({ id, prompt, least, most, options, view }) {
  if (prompt === 'action') return [action(options, view.seats[seats.get(id)])]
  const givesUp = /discard|pay|limit/.test(prompt)
  const sorted = [...options].sort((one, other) => (worth(other) - worth(one)) * (givesUp ? -1 : 1))
  return sorted.slice(0, givesUp ? least : Math.max(1, Math.min(most, 1), least))
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.type === 'begin') seats.set(message.id, message.seat)
  if (message.type === 'begin') console.log('{}')
  if (message.type === 'choose') console.log(JSON.stringify({ words: choose(message) }))
  if (message.type === 'end') seats.delete(message.id)
}
