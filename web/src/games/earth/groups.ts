import type { EarthScreen, OptionInfo } from '../../protocol'
import { t } from '../../lib/i18n.svelte'

/** Under which heading an option of earth is listed. */
export function earthGroup(option: OptionInfo): string {
  const { target } = option
  if (!target) return ''
  switch (target.kind) {
    case 'move':
      return t('earth.move')
    case 'mothership':
      return t('earth.fly')
    case 'gadget':
      return t('earth.use')
    case 'region':
      return target.seat >= 0 && target.other === '' ? t('earth.deploy') : t('earth.where')
    default:
      return ''
  }
}

/** Whence and whither, for what is moved. */
export function earthBrief({ target }: OptionInfo, { regions }: EarthScreen): string {
  if (target?.kind !== 'move' && target?.kind !== 'mothership') return ''
  const label = (id: string): string => regions.find(({ region }) => region === id)?.label ?? id
  return target.kind === 'move' ? `${label(target.name)} → ${label(target.other)}` : `→ ${label(target.other)}`
}
