// The shapes of the seats, so that no color is needed to tell them apart: paths around (0, 0), about 8 in every direction.
const CIRCLE = 'M0-7.5A7.5 7.5 0 1 1 0 7.5A7.5 7.5 0 1 1 0-7.5Z'
const TRIANGLE = 'M0-8 8.4 6.5H-8.4Z'
const SQUARE = 'M-5.3-6.8H5.3Q6.8-6.8 6.8-5.3V5.3Q6.8 6.8 5.3 6.8H-5.3Q-6.8 6.8-6.8 5.3V-5.3Q-6.8-6.8-5.3-6.8Z'
const DIAMOND = 'M0-9 9 0 0 9-9 0Z'
const STAR = 'M0-9.4 2.6-3 9.2-2.6 4.1 1.6 5.8 8.2 0 4.6-5.8 8.2-4.1 1.6-9.2-2.6-2.6-3Z'

/** The path of a seat's shape. */
export const seatShape = (seat: number): string => [CIRCLE, TRIANGLE, SQUARE, DIAMOND][seat] ?? STAR
