export interface BoundNet {
  likings(features: string, mask: string): string
}

export class Net {
  constructor(file: ArrayBuffer, siblings?: Net[])
  bind(inputs: string, scales: string, actions: string): BoundNet
}
