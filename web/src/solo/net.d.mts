export interface BoundNet {
  likings(features: string, mask: string): string
}

export class Net {
  constructor(file: ArrayBuffer)
  bind(inputs: string, scales: string, actions: string): BoundNet
}
