// The Earth as we draw it: an outline for each region and where its pieces stand. Our own drawing, rounded on purpose.
export interface Shape {
  path: string
  x: number
  y: number
  sea?: boolean
}

/** Our drawing of each region, by the row and the column where the components put it: its name may be another. */
const DRAWN: Record<string, Shape> = {
  // North Pacific
  '0 0': {
    path: 'M16 168Q74 128 142 152L166 196Q196 236 208 288Q216 340 182 374Q96 414 16 384Z',
    x: 100,
    y: 270,
    sea: true,
  },
  // North America
  '0 1': {
    path: 'M150 98 214 70 272 62 322 40 402 44 430 78 402 102 410 138 374 180 352 214 336 246 318 250 302 262 314 290 338 306 346 326 324 320 294 300 266 280 242 250 226 214 216 172 196 142 156 126Z',
    x: 292,
    y: 150,
  },
  // South America
  '1 1': {
    path: 'M346 332 386 324 428 350 470 388 458 430 432 458 408 498 390 538 376 582 356 570 352 522 350 470 328 424 316 380Z',
    x: 388,
    y: 418,
  },
  // Atlantic
  '0 2': {
    path: 'M424 196Q476 150 536 196Q528 238 506 292Q500 340 514 376Q566 420 556 480Q520 506 478 470Q486 420 488 388Q470 350 436 334Q372 318 362 286Q376 226 424 196Z',
    x: 446,
    y: 266,
    sea: true,
  },
  // Europe
  '0 3': {
    path: 'M544 178 556 150 584 140 578 112 604 74 644 56 668 82 694 94 704 140 698 186 668 200 656 226 630 206 612 212 590 196 566 216 544 210Z',
    x: 624,
    y: 144,
  },
  // Africa
  '1 3': {
    path: 'M544 252 586 238 626 250 666 256 692 292 732 320 714 352 702 392 692 442 666 488 640 512 618 496 610 440 598 392 568 368 534 350 520 310Z',
    x: 624,
    y: 344,
  },
  // Asia
  '0 4': {
    path: 'M710 90 762 58 832 46 904 60 978 92 966 132 930 152 910 192 894 238 872 268 852 256 848 304 826 322 810 282 790 250 770 302 752 266 730 246 706 254 690 226 710 190Z',
    x: 822,
    y: 164,
  },
  // Australia
  '1 4': {
    path: 'M802 424 844 396 886 402 908 384 936 420 956 466 932 508 892 518 854 496 814 496 796 458Z',
    x: 876,
    y: 454,
  },
}

const WIDTH = 1000
const HEIGHT = 600
const GAP = 18

/** A region of a map that is not ours: a box in its row and column. */
function box(row: number, column: number, rows: number, columns: number): Shape {
  const [wide, high] = [WIDTH / columns, HEIGHT / rows]
  const [left, top, right, bottom] = [
    column * wide + GAP / 2,
    row * high + GAP / 2,
    (column + 1) * wide - GAP / 2,
    (row + 1) * high - GAP / 2,
  ]
  const r = 16
  return {
    path: `M${left + r} ${top}H${right - r}Q${right} ${top} ${right} ${top + r}V${bottom - r}Q${right} ${bottom} ${right - r} ${bottom}H${left + r}Q${left} ${bottom} ${left} ${bottom - r}V${top + r}Q${left} ${top} ${left + r} ${top}Z`,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
  }
}

interface Placed {
  region: string
  row: number
  column: number
}

/** How each region is drawn, by its name: as we draw the Earth if the regions are where ours are, as boxes otherwise. */
export function shapesOf(regions: Placed[]): Record<string, Shape> {
  const ours = regions.every(({ row, column }) => DRAWN[`${row} ${column}`])
  const rows = Math.max(...regions.map(({ row }) => row)) + 1
  const columns = Math.max(...regions.map(({ column }) => column)) + 1
  return Object.fromEntries(
    regions.map(({ region, row, column }) => [
      region,
      (ours && DRAWN[`${row} ${column}`]) || box(row, column, rows, columns),
    ]),
  )
}
