/** The phases of a round by their places, as on their tiles. */
export const NUMERALS = ['I', 'II', 'III', 'IV', 'V']
