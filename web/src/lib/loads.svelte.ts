// Parts of the page that are being loaded: what is shown may still change under the pointer.
class Loads {
  pending = $state(0)
}

export const loads = new Loads()
