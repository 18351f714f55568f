// Two measurements that follow each other can go back and forth for ever: options beside the hand are narrower where it is
// higher, which leaves more room to the cards, which makes it lower. The first time that a height comes back, the greater
// one is kept until the question or the window changes.

export class SettledHeight {
  private subject = ''
  private seen: number[] = []
  private least = 0

  /** Return the height to take for `subject` where `wanted` would do. */
  take(subject: string, wanted: number): number {
    if (subject !== this.subject) {
      this.subject = subject
      this.seen = []
      this.least = 0
    }
    if (wanted !== this.seen[this.seen.length - 1]) {
      const loop = this.seen.lastIndexOf(wanted)
      if (loop >= 0) this.least = Math.max(this.least, ...this.seen.slice(loop))
      this.seen.push(wanted)
    }
    return Math.max(this.least, wanted)
  }
}
