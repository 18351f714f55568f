// Asks a flat net (web/src/offline/net.mjs) about positions, one a line of standard input; a line for each: logits, values, and a pick for a point.
//   node tests/bots/ask_flat_net.mjs net.bin sibling.bin ...
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Net } from '../../web/src/offline/net.mjs'

const [main, ...others] = process.argv.slice(2).map((path) => {
  const file = readFileSync(path)
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)
})
const net = new Net(
  main,
  others.map((file) => new Net(file)),
)
const text = (hex) => Buffer.from(hex, 'hex').toString('latin1')
let bound
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line)
  if (asked.inputs) bound = net.bind(JSON.stringify(asked.inputs), JSON.stringify(asked.scales), JSON.stringify(asked.actions))
  else {
    const [features, mask] = [text(asked.features), text(asked.mask)]
    const [logits, [values]] = [bound.logits(features, mask), bound.values(features)].map((each) => JSON.parse(each))
    // Twice the same, as many positions are asked about at once.
    const picks = JSON.parse(bound.picks(features + features, mask + mask, JSON.stringify([asked.point, asked.point])))
    console.log(JSON.stringify({ logits, values, picks }))
  }
}
