export interface BoundNet {
  logits(features: string, mask: string): string
  picks(features: string, masks: string, uniforms: string): string
  values(features: string): string
}

export class Net {
  constructor(file: ArrayBuffer, siblings?: Net[])
  bind(inputs: string, scales: string, actions: string): BoundNet
}
