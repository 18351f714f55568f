// The seats a visitor holds: the tokens are told once only, so the browser keeps them.
export interface HeldSeat {
  room: string
  token: string
  seat: number
  game: string
  mode: string
  name: string
  at: number
  over: boolean
}

const KEY = 'repulse.seats'
const MOST = 30

export function heldSeats(): HeldSeat[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as HeldSeat[]
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

function write(seats: HeldSeat[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats.slice(0, MOST)))
  } catch {
    // Without storage a seat lasts as long as the page.
  }
}

export function holdSeat(seat: HeldSeat): void {
  write([seat, ...heldSeats().filter(({ room }) => room !== seat.room)])
}

export function dropSeat(room: string): void {
  write(heldSeats().filter((seat) => seat.room !== room))
}

export function noteOver(room: string): void {
  write(heldSeats().map((seat) => (seat.room === room ? { ...seat, over: true } : seat)))
}

export function tokenOf(room: string): string {
  return heldSeats().find((seat) => seat.room === room)?.token ?? ''
}
