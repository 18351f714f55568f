// The present size of the window.
import { COLUMN_FROM, shapeOf, type Shape } from './shape'

class Layout {
  width = $state(innerWidth)
  height = $state(innerHeight)

  constructor() {
    addEventListener('resize', () => {
      this.width = innerWidth
      this.height = innerHeight
    })
  }

  get shape(): Shape {
    return shapeOf(this.width, this.height)
  }

  get desk(): boolean {
    return this.shape === 'desk'
  }

  /** Whether there is a column beside the table. */
  get column(): boolean {
    return this.desk && this.width >= COLUMN_FROM
  }
}

export const layout = new Layout()
