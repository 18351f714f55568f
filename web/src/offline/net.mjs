// A net for the players that ask one, without numpy: the sums of repulse/bots/neural/net.py in typed arrays.
//
// The file is made by tools/flat_net.py: the length of a header, the header as JSON, then 16-bit floats row by row.
const ORDER = ['w1', 'b1', 'w2', 'b2', 'policy', 'policy_bias', 'heads', 'heads_bias']

/** @param {Uint16Array} halves */
function floats(halves) {
  const made = new Float32Array(halves.length)
  for (let place = 0; place < halves.length; place++) {
    const half = halves[place]
    const exponent = (half >> 10) & 31
    const fraction = half & 1023
    const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
    made[place] = half & 0x8000 ? -size : size
  }
  return made
}

export class Net {
  /**
   * @param {ArrayBuffer} file
   * @param {Net[]} siblings nets of the same game that learned other configurations
   */
  constructor(file, siblings = []) {
    this.siblings = siblings
    const length = new DataView(file).getUint32(0, true)
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, length)))
    this.inputs = new Map(header.inputs.map((name, place) => [name, place]))
    this.actions = new Map(header.actions.map((name, place) => [name, place]))
    this.weights = {}
    let at = 4 + length
    for (const name of ORDER) {
      const count = header.sizes[name]
      this.weights[name] = floats(new Uint16Array(file.slice(at, at + 2 * count)))
      at += 2 * count
    }
  }

  /** The net for one configuration: of this one and its siblings, the one that knows most of it. */
  bind(inputs, scales, actions) {
    // The holdings of others are read with the same weights for every seat (shared_name in net.py).
    const shared = JSON.parse(inputs).map((name) => name.replace(/^seat\+\d+\//, 'other/'))
    const names = JSON.parse(actions)
    const best = this.siblings.reduce(
      (found, net) => (net.known(shared, names) > found.known(shared, names) ? net : found),
      this,
    )
    // Unknown inputs are ignored.
    const rows = shared.map((name) => best.inputs.get(name) ?? -1)
    const columns = names.map((name) => best.actions.get(name) ?? -1)
    return new BoundNet(best.weights, rows, JSON.parse(scales), columns)
  }

  /** The number of these actions, and then inputs, that the net knows: one that lacks actions has not learned the game. */
  known(inputs, actions) {
    const heard = (map, names) => [...new Set(names)].filter((name) => map.has(name)).length
    return heard(this.actions, actions) * 2 ** 20 + heard(this.inputs, inputs)
  }
}

class BoundNet {
  constructor(weights, rows, scales, columns) {
    this.weights = weights
    this.rows = rows
    this.scales = scales
    this.columns = columns
    this.width = weights.policy_bias.length
  }

  /** The logits of the actions that the mask allows, as a list in JSON. */
  logits(features, mask) {
    return JSON.stringify(this.liked(this.hidden(features, 0), allowed(mask, 0, this.columns.length)))
  }

  /** An action for each of some positions, drawn by how much the net likes it; the uniforms, from 0 to 1, are the luck. */
  picks(features, masks, uniforms) {
    const size = this.columns.length
    const made = JSON.parse(uniforms).map((point, place) => {
      const actions = allowed(masks, place * size, size)
      const liked = this.liked(this.hidden(features, place * this.rows.length), actions)
      const most = Math.max(...liked)
      const parts = liked.map((each) => Math.exp(each - most))
      let wanted = point * parts.reduce((sum, each) => sum + each, 0)
      const drawn = parts.findIndex((part) => (wanted -= part) < 0)
      return actions[drawn < 0 ? actions.length - 1 : drawn]
    })
    return JSON.stringify(made)
  }

  /** For each of some positions: what it is worth, the logit of winning, the score in units of the net. */
  values(features) {
    const { heads, heads_bias: bias } = this.weights
    const made = []
    for (let from = 0; from < features.length; from += this.rows.length) {
      const hidden = this.hidden(features, from)
      const sums = Float64Array.from(bias)
      hidden.forEach((value, place) => value > 0 && add(sums, heads, place, value))
      made.push([...sums])
    }
    return JSON.stringify(made)
  }

  /** The result of the net for a position, which begins at a place of a text. */
  hidden(features, from) {
    const { w1, b1, w2, b2 } = this.weights
    const first = Float64Array.from(b1)
    for (let input = 0; input < this.rows.length; input++) {
      const value = features.charCodeAt(from + input)
      const row = this.rows[input]
      if (value && row >= 0) add(first, w1, row, value * this.scales[input])
    }
    const second = Float64Array.from(b2)
    first.forEach((value, place) => value > 0 && add(second, w2, place, value))
    return second
  }

  /** The logits of some actions then. */
  liked(hidden, actions) {
    const { policy, policy_bias: bias } = this.weights
    return actions.map((action) => {
      const column = this.columns[action]
      if (column < 0) return 0
      let liking = bias[column]
      for (let place = 0; place < hidden.length; place++) {
        if (hidden[place] > 0) liking += hidden[place] * policy[place * this.width + column]
      }
      return liking
    })
  }
}

/** The actions that a mask allows, which begins at a place of a text. */
function allowed(masks, from, size) {
  const made = []
  for (let action = 0; action < size; action++) if (masks.charCodeAt(from + action)) made.push(action)
  return made
}

/** Add a multiple of a row of a matrix. */
function add(sum, matrix, row, factor) {
  const from = row * sum.length
  for (let place = 0; place < sum.length; place++) sum[place] += factor * matrix[from + place]
}
