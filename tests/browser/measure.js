// What is wrong with the table as it is shown just now, as a list of sentences; [] if nothing is.
// `reach` scrolls a card that is not in view there within its own lane, as a finger would.
(reach) => {
  const troubles = []
  const tell = (what) => troubles.length < 8 && troubles.push(what)
  const root = document.documentElement
  if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1)
    tell(`the page scrolls: ${root.scrollWidth}x${root.scrollHeight} in ${innerWidth}x${innerHeight}`)

  const shown = (one) => !one.closest('[inert]') && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const cards = Array.from(document.querySelectorAll('[data-card], [data-offer]')).filter(shown)
  /** Where a card lies; empty for one that is only looked at. */
  const spot = (card) => card.closest('[data-hand]') ? 'hand' : card.dataset.offer ? 'offer' : card.closest('[data-spot^="lane/"]')?.dataset.spot
  const POINTS = [[0.5, 0.5], [0.06, 0.08], [0.94, 0.08], [0.06, 0.92], [0.94, 0.92]]

  /** What hides a card or a part of it; empty if nothing does. */
  function hidden(card) {
    const { left, top, right, bottom, width, height } = card.getBoundingClientRect()
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return 'hangs over the edge'
    for (const [x, y] of POINTS) {
      const there = document.elementFromPoint(left + x * width, top + y * height)
      if (there && !card.contains(there) && !there.contains(card))
        return `is covered by ${there.tagName}.${there.className?.baseVal ?? there.className}`
      if (!there || !card.contains(there)) return `is not at its ${x}, ${y}`
    }
    return ''
  }

  for (const card of cards) {
    const name = card.dataset.card ?? card.dataset.offer
    const held = card.closest('[data-hand]') !== null
    let trouble = hidden(card)
    if (trouble && reach) {
      card.scrollIntoView({ block: 'nearest', inline: held ? 'center' : 'nearest' })
      trouble = hidden(card)
    }
    const { width, height } = card.getBoundingClientRect()
    const where = `${held ? 'in hand' : 'on the table'} ${Math.round(width)}x${Math.round(height)}`
    if (trouble) {
      tell(`${name} ${where} ${trouble}`)
      continue
    }
    // On a phone the narrowest cards have smaller ones.
    const least = innerWidth >= 1024 ? 12 : 11
    for (const mark of card.querySelectorAll('.powers svg')) {
      const high = mark.getBoundingClientRect().height
      if (high < least - 0.1) {
        tell(`a power of ${name} ${where} is ${high.toFixed(1)} high`)
        break
      }
    }
    for (const mark of card.querySelectorAll('[data-power]'))
      if (parseFloat(getComputedStyle(mark).fontSize) < 11 - 0.01) tell(`a phase of ${name} is too small`)
    if (innerWidth >= 1280 && innerHeight >= 720) checkLetters(card, name, where)
    checkBadges(card, name, where)
    const title = card.querySelector('.name')
    if (title && shown(title)) checkName(title, name, where, card.getBoundingClientRect())
    for (const part of Array.from(card.querySelectorAll('.powers, .traits')).filter(shown)) checkMarks(part, name, where, card.getBoundingClientRect())
  }

  /** No letters are below 11 px, and the drawing of a card in hand or of one's own can be seen. */
  function checkLetters(card, name, where) {
    for (const letters of card.querySelectorAll('.name > span, .powers .word, .powers .tab'))
      if (parseFloat(getComputedStyle(letters).fontSize) < 11 - 0.01) tell(`${name} ${where}: “${letters.textContent}” is below 11 px`)
    const art = card.querySelector('.art')?.getBoundingClientRect()
    if (card.closest('[data-hand], [data-table]') && card.closest('.cardbox') && !(art?.height >= 20))
      tell(`${name} ${where}: its drawing is ${art?.height ?? 0} high`)
  }

  /** Badges, gem and good lie neither on the name nor on powers, nor over the edge. */
  function checkBadges(card, name, where) {
    const box = card.getBoundingClientRect()
    const title = card.querySelector('.name > span')
    if (!title) return
    const range = document.createRange()
    range.selectNodeContents(title)
    const words = [...range.getClientRects(), ...Array.from(card.querySelectorAll('.powers'), (part) => part.getBoundingClientRect())]
    for (const badge of card.querySelectorAll('.cost > svg, .points > svg, .gem > svg, .cube > svg')) {
      const { left, right, top, bottom } = badge.getBoundingClientRect()
      const what = badge.parentElement.classList[0]
      if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1) tell(`${name} ${where}: its ${what} crosses the edge`)
      // A badge is round or pointed: its corners are empty.
      const slack = 3
      if (words.some((at) => at.left < right - slack && at.right > left + slack && at.top < bottom - slack && at.bottom > top + slack))
        tell(`${name} ${where}: its ${what} covers words or powers`)
    }
    // Nothing that lies on a card, such as a digit, a price or a tick, covers its badges, name or powers.
    const held = card.closest('[data-spot^="hand/"]') ?? card
    const badges = Array.from(card.querySelectorAll('.cost > svg, .points > svg'), (badge) => badge.getBoundingClientRect())
    for (const mark of held.querySelectorAll('kbd, .price, .tick, .note')) {
      const { left, right, top, bottom } = mark.getBoundingClientRect()
      if ([...words, ...badges].some((at) => at.left < right - 1 && at.right > left + 1 && at.top < bottom - 3 && at.bottom > top + 3))
        tell(`${name} ${where}: its ${mark.className || 'digit'} covers what is printed on it`)
    }
  }

  /** No mark and no word of a part of a card is cut off. */
  function checkMarks(part, name, where, box) {
    const clip = part.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(part)
    const marks = Array.from(part.querySelectorAll('svg'), (mark) => mark.getBoundingClientRect())
    const past = ({ left, right, bottom }) =>
      left < Math.max(clip.left, box.left) - 1.5 || right > Math.min(clip.right, box.right) + 1.5 || bottom > Math.min(clip.bottom, box.bottom) + 2
    if ([...marks, ...range.getClientRects()].some(past)) tell(`${name} ${where}: its ${part.classList[0]} are cut off`)
  }

  /** No word is broken, and none is cut off. */
  function checkName(title, name, where, box) {
    const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode()
    if (!text) return
    const set = title.firstElementChild ?? title
    const clip = set.getBoundingClientRect()
    for (const word of text.data.matchAll(/[^ -]+-?/g)) {
      const range = document.createRange()
      range.setStart(text, word.index)
      range.setEnd(text, word.index + word[0].length)
      const rects = Array.from(range.getClientRects())
      if (rects.length > 1) tell(`${name} ${where}: ${word[0]} is broken`)
      const [at] = rects
      if (at && (at.right > Math.min(clip.right, box.right) + 1.5 || at.left < Math.max(clip.left, box.left) - 1.5))
        tell(`${name} ${where}: ${word[0]} is cut off`)
    }
    if (set.scrollHeight > set.clientHeight + 2) tell(`${name} ${where}: its name is cut short`)
    if (parseFloat(getComputedStyle(set).fontSize) < 8) tell(`${name} ${where}: its name is too small`)
  }

  if (innerWidth >= 1280 && innerHeight >= 720) checkRoom()

  /** Room goes where it is needed: own cards first, no line for an empty hand, no rival without names in a lane of usual length. */
  function checkRoom() {
    const lanes = Array.from(document.querySelectorAll('[data-spot^="lane/"]'))
    const inLane = (lane) => Array.from(lane.querySelectorAll('[data-card]')).filter(shown)
    const heightOf = (card) => card.getBoundingClientRect().height
    const own = lanes.find((lane) => lane.querySelector('[data-table]'))
    const mine = own ? inLane(own) : []
    const isWhole = (card) => card.closest('.cardbox') !== null
    if (mine.length <= 15 && !mine.every(isWhole)) tell('own cards have no names')
    for (const lane of lanes) {
      const cards = lane === own ? [] : inLane(lane)
      if (mine.length && cards.some((card) => heightOf(card) > heightOf(mine[0]) + 1)) tell(`the cards of ${lane.dataset.spot} are higher than one's own`)
      const nameless = cards.filter((card) => !isWhole(card)).length
      if (cards.length <= 13 && nameless > cards.length / 3) tell(`${nameless} of ${cards.length} cards of ${lane.dataset.spot} have no names`)
    }
    const hand = document.querySelector('.hand-lane')?.getBoundingClientRect()
    if (hand && !document.querySelector('.hand-lane [data-card], .hand-lane .option') && hand.height > 60) tell(`an empty hand takes ${hand.height} px`)
  }

  for (const option of Array.from(document.querySelectorAll('.ask .option, .ask .go, .ask .undo')).filter(shown)) {
    if (reach) option.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, width, height } = option.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!option.contains(there)) tell(`${option.textContent.trim()} cannot be reached`)
  }
  for (const label of Array.from(document.querySelectorAll('.map .name')).filter(shown)) {
    if (reach) label.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, right, top, bottom, height } = label.getBoundingClientRect()
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) tell(`${label.textContent} is off the map`)
    if (height < 8.9) tell(`${label.textContent} is ${height.toFixed(1)} high`)
  }
  // All other words of the table: those of cards were looked at above.
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const around = text.parentElement
    if (!text.data.trim() || !shown(around) || around.closest('.hidden, [data-card], svg')) continue
    const where = `“${text.data.trim().slice(0, 40)}” (${around.tagName.toLowerCase()}.${around.className})`
    const box = cutting(around)
    if (!box) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const past = ({ left, right, bottom }) => left < box.left - 1.5 || right > box.right + 1.5 || bottom > box.bottom + 2.5
    if (Array.from(range.getClientRects()).some(past)) tell(`${where} is cut off`)
    for (const word of text.data.matchAll(/[\p{Script=Latin}\p{N}’']+/gu)) {
      range.setStart(text, word.index)
      range.setEnd(text, word.index + word[0].length)
      if (range.getClientRects().length > 1) tell(`${word[0]} of ${where} is broken`)
    }
  }

  /** The box outside which the words in an element are not seen; none if they end in dots, or are for listeners alone. */
  function cutting(element) {
    const button = element.closest('button')?.getBoundingClientRect()
    const box = { left: button?.left ?? -Infinity, right: button?.right ?? Infinity, bottom: Infinity }
    const cuts = (how) => how === 'hidden' || how === 'clip'
    for (let one = element; one; one = one.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one)
      if (overflowX === 'visible') continue
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || one.clientWidth <= 1) return null
      const { left, right, bottom } = one.getBoundingClientRect()
      if (cuts(overflowX)) Object.assign(box, { left: Math.max(left, box.left), right: Math.min(right, box.right) })
      if (cuts(overflowY)) box.bottom = bottom
      break
    }
    return box
  }
  return { troubles, cards: cards.filter(spot).map((card) => `${spot(card)}/${card.dataset.card ?? card.dataset.offer}`) }
}
