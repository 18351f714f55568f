// Where things lie on the table, as selectors for what moves.

/** Something that carries `data-spot` with these parts. */
export const spot = (...parts: (string | number)[]): string => `[data-spot="${parts.join('/').replaceAll('"', '\\"')}"]`
