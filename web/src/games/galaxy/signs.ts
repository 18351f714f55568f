// The signs of the numbers of a player, each a path in a box of 16.
export const SIGNS = {
  hand: 'M3 3.5 9 2l3 10-6 1.6ZM9.5 2.5h4.5v10',
  chips: 'M8 1.5 13.6 4.8v6.4L8 14.5 2.4 11.2V4.8Z',
  goods: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3ZM2.5 5 8 8l5.5-3M8 8v6',
  military: 'M2 2l9 9M9 13l4-4M14 2 5 11M3 9l4 4',
  vs_xenos: 'M8 2c4 0 6 3 5 6s-2 3-2 5H5c0-2-1-2-2-5s1-6 5-6ZM5.5 7.5h1M9.5 7.5h1',
  defense: 'M8 1.5 13.5 4c0 5-2 8.5-5.5 10.5C4.5 12.5 2.5 9 2.5 4Z',
  admiral: 'M8 1.5 9.800 6l4.700.3-3.600 3 1.200 4.700L8 11.400 3.900 14l1.200-4.700-3.600-3L6.200 6Z',
  systems: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM1.5 11.5C5 13 13 8 14.5 4.5',
  tucked: 'M2 6h12v8H2ZM5 6V2h6v4',
  tableau: 'M2 2h5v5H2ZM9 2h5v5H9ZM2 9h5v5H2ZM9 9h5v5H9Z',
} as const
