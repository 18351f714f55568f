// A picture of how a game ended, to be shared: drawn from the faces and the scene that the page shows.
const WIDTH = 1200
const HEIGHT = 630

export interface Shared {
  title: string
  line: string
  game: string
  scene: string
  players: { name: string; score: number; color: string; face: Element | null }[]
}

/** A face of the page as the address of a picture. */
function addressOf(face: Element): string {
  if (face instanceof HTMLImageElement) return face.src
  const copy = face.cloneNode(true) as Element
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
}

async function load(address: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch {
    return null
  }
}

/** Draw a picture so that it fills a box, with what does not fit cut off on both sides. */
function cover(pen: CanvasRenderingContext2D, image: HTMLImageElement, width: number, height: number): void {
  const own = { width: image.naturalWidth || 240, height: image.naturalHeight || 100 }
  const scale = Math.max(width / own.width, height / own.height)
  const size = { width: own.width * scale, height: own.height * scale }
  pen.drawImage(image, (width - size.width) / 2, (height - size.height) / 2, size.width, size.height)
}

async function drawPlayer(
  pen: CanvasRenderingContext2D,
  player: Shared['players'][number],
  place: number,
): Promise<void> {
  const radius = place ? 62 : 82
  const x = 150 + place * 215
  const y = 430
  const face = player.face && (await load(addressOf(player.face)))
  pen.save()
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.clip()
  if (face) pen.drawImage(face, x - radius, y - radius, 2 * radius, 2 * radius)
  pen.restore()
  pen.lineWidth = 5
  pen.strokeStyle = player.color
  pen.beginPath()
  pen.arc(x, y, radius + 2, 0, 2 * Math.PI)
  pen.stroke()
  pen.textAlign = 'center'
  pen.fillStyle = '#ffffff'
  pen.font = `600 26px ${family()}`
  pen.fillText(player.name, x, 550, 205)
  pen.fillStyle = place ? '#ffffff' : '#ffd76a'
  pen.font = `700 40px ${family()}`
  pen.fillText(String(player.score), x, 598)
}

const family = (): string => getComputedStyle(document.body).fontFamily || 'sans-serif'

/** Draw the picture; null where the browser cannot. */
export async function drawShared(shared: Shared): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = '#080c1e'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const scene = await load(shared.scene)
  if (scene) cover(pen, scene, WIDTH, HEIGHT)
  const shade = pen.createLinearGradient(0, 0, 0, HEIGHT)
  shade.addColorStop(0, 'rgba(8, 12, 30, 0.5)')
  shade.addColorStop(1, 'rgba(8, 12, 30, 0.92)')
  pen.fillStyle = shade
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = '#9fe6c4'
  pen.font = `600 28px ${family()}`
  pen.fillText(shared.game, 60, 90)
  pen.fillStyle = '#ffffff'
  pen.font = `700 92px ${family()}`
  pen.fillText(shared.title, 60, 190, WIDTH - 120)
  pen.font = `500 32px ${family()}`
  pen.fillText(shared.line, 60, 250, WIDTH - 120)
  for (const [place, player] of shared.players.entries()) await drawPlayer(pen, player, place)
  pen.textAlign = 'right'
  pen.fillStyle = '#ffd166'
  pen.font = `700 34px ${family()}`
  pen.fillText('Repulse', WIDTH - 50, 80)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
