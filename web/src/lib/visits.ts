// The wish of a visitor for the room that is opened next; the room takes it from here.
class Visits {
  /** The room of the rematch that the visitor goes to, until it is shown there who sits where. */
  rematch = ''
  /** The room in which the visitor wants to take the seat back from a bot. */
  returning = ''
}

export const visits = new Visits()
