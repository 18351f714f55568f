// What somebody should know who meets a question of earth for the first time.
import type { Tips } from '../../lib/tips'

const tips: Tips = [
  {
    prompts: ['bid'],
    tip: {
      id: 'earth.bid',
      words: {
        en: 'All bids are secret, and everybody pays theirs. The highest chooses a Turn Order card first.',
        fr: 'Toutes les enchères sont secrètes, et chacun paie la sienne. La plus haute choisit d’abord une carte Ordre du tour.',
        ja: '入札はすべて秘密で、全員が自分の入札を支払います。最も高い人から手番順カードを選びます。',
      },
    },
  },
  {
    prompts: ['take-card'],
    tip: {
      id: 'earth.card',
      words: {
        en: 'The lowest card plays first; the stars are your Action Points. Playing last means knowing what the others did.',
        fr: 'La carte la plus basse joue d’abord ; les étoiles sont vos points d’action. Jouer en dernier, c’est savoir ce qu’ont fait les autres.',
        ja: '数字の小さいカードから動き、星がアクションポイントです。最後に動けば、ほかの人の動きがわかります。',
      },
    },
  },
  {
    prompts: ['portal'],
    tip: {
      id: 'earth.portal',
      words: {
        en: 'Your mothership arrives here, with two ships. It halves your rewards in its own region, so put it where you do not want to score.',
        fr: 'Votre vaisseau-mère arrive ici, avec deux vaisseaux. Il divise par deux vos gains dans sa région : placez-le là où vous ne voulez pas marquer.',
        ja: 'ここに母船と宇宙船2隻が到着します。母船のいる地域では報酬が半分になるので、得点したくない場所に置きましょう。',
      },
    },
  },
  {
    prompts: ['action'],
    tip: {
      id: 'earth.action',
      words: {
        en: 'Play on the map: tap a ship or your mothership, then where it goes. The plus sign at your mothership deploys a ship.',
        fr: 'Jouez sur la carte : touchez un vaisseau ou votre vaisseau-mère, puis sa destination. Le signe plus près du vaisseau-mère déploie un vaisseau.',
        ja: '地図の上で操作します。宇宙船か母船を押し、次に行き先を押します。母船のプラス印で宇宙船を配備します。',
      },
    },
  },
]

export default tips
