import { describe, expect, it } from 'vitest'
import { CHARACTERS, characterOf, drawCharacter, namesOf, partsOf } from './characters'

describe('characters', () => {
  it('are drawn, each in another way for each mood and each member of the family', () => {
    for (const character of CHARACTERS) {
      const pictures = (['', 'glad', 'sad'] as const).flatMap((mood) =>
        character.names.map((name) => drawCharacter(character, name, mood)),
      )
      expect(pictures.every((picture) => picture.startsWith('<svg') && !picture.includes('undefined'))).toBe(true)
      expect(new Set(pictures).size).toBe(pictures.length)
    }
  })

  it('are named as the server names them: the next name of the family for each further one', () => {
    expect(namesOf(['sensible', 'casual', 'sensible'])).toEqual(['Vega', 'Juno', 'Lyra'])
    expect(namesOf(['master', 'learned'], ['Nyx'])).toEqual(['Hera', 'Eos'])
    expect(namesOf(['my.bots:Own'])).toEqual(['my.bots:Own'])
  })

  it('have a temperament at any level', () => {
    expect(characterOf('expert@trader')?.id).toBe('hermes')
    expect(partsOf('expert@trader')).toEqual({ level: 'expert', temperament: 'trader' })
    expect(namesOf(['sensible@trader', 'master@trader', 'sensible'])).toEqual(['Hermes', 'Capella', 'Vega'])
    expect(partsOf('master@0.2')).toEqual({ level: 'master@0.2', temperament: '' })
  })

  it('play every level, and no other bot', () => {
    for (const bot of ['random', 'beginner', 'casual', 'sensible', 'expert', 'learned', 'master'])
      expect(characterOf(bot)).toBeDefined()
    expect(characterOf('mine')).toBeUndefined()
  })
})
