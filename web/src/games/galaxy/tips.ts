// What somebody should know who meets a question of galaxy for the first time.
import type { Tips } from '../../lib/tips'

const tips: Tips = [
  {
    prompts: ['action', 'actions'],
    tip: {
      id: 'galaxy.action',
      words: {
        en: 'Everybody chooses in secret. Each phase that anybody chooses is played by all; you get the bonus of your own.',
        fr: 'Chacun choisit en secret. Chaque phase choisie par quelqu’un est jouée par tous ; vous avez le bonus de la vôtre.',
        ja: '全員がこっそり選びます。誰かが選んだフェイズは全員が行い、自分が選んだものにはボーナスがつきます。',
      },
    },
  },
  {
    prompts: ['explore.discard', 'setup.discard', 'hand_limit'],
    tip: {
      id: 'galaxy.discard',
      words: {
        en: 'Keep what you can place soon. Cards are also your money, so a cheap card in hand is worth more than an expensive one.',
        fr: 'Gardez ce que vous pourrez bientôt poser. Les cartes sont aussi votre monnaie : une carte bon marché vaut mieux qu’une chère.',
        ja: 'すぐに出せそうなものを残しましょう。カードはお金でもあるので、高いカードより安いカードが役立ちます。',
      },
    },
  },
  {
    prompts: ['develop.place'],
    tip: {
      id: 'galaxy.develop',
      words: {
        en: 'You may place one development. It stays in your tableau and its powers work for the rest of the game.',
        fr: 'Vous pouvez poser un développement. Il reste dans votre tableau et ses pouvoirs servent toute la partie.',
        ja: 'デベロップを1つ出せます。カード置き場に残り、そのパワーはゲームの終わりまで使えます。',
      },
    },
  },
  {
    prompts: ['settle.place', 'settle.means'],
    tip: {
      id: 'galaxy.settle',
      words: {
        en: 'A world with a grey circle is paid with cards. One with a red circle is conquered: your Military must be at least its defense.',
        fr: 'Un monde au cercle gris se paie avec des cartes. Un monde au cercle rouge se conquiert : votre force militaire doit atteindre sa défense.',
        ja: '灰色の円のワールドはカードで支払います。赤い円のワールドは、軍事力が防御力以上なら征服できます。',
      },
    },
  },
  {
    prompts: ['settle.pay', 'develop.pay'],
    tip: {
      id: 'galaxy.pay',
      words: {
        en: 'You pay with cards from your hand. A sensible payment is laid out: change it as you like, then confirm.',
        fr: 'On paie avec les cartes de sa main. Un paiement raisonnable est proposé : changez-le si vous voulez, puis confirmez.',
        ja: '手札のカードで支払います。おすすめの支払いが選ばれています。変えてもよいので、確認して決定してください。',
      },
    },
  },
  {
    prompts: ['consume.trade', 'consume.sell'],
    tip: {
      id: 'galaxy.trade',
      words: {
        en: 'You sell one good: Novelty brings 2 cards, Rare 3, Genes 4, Alien 5; powers may add more.',
        fr: 'Vous vendez une ressource : Nouveauté rapporte 2 cartes, Éléments rares 3, Génétique 4, Alien 5 ; des pouvoirs peuvent en ajouter.',
        ja: '製品を1つ売ります。Noveltyは2枚、Rare Elementsは3枚、Genesは4枚、Alienは5枚。パワーで増えることもあります。',
      },
    },
  },
  {
    prompts: ['consume.power', 'consume.goods', 'consume.good', 'consume.hand'],
    tip: {
      id: 'galaxy.consume',
      words: {
        en: 'Your consume powers turn goods into VP chips and cards. They must be used if they can, but you choose the order and the goods.',
        fr: 'Vos pouvoirs Consommer changent les ressources en jetons PV et en cartes. Ils s’appliquent s’ils le peuvent, mais l’ordre et les ressources sont votre choix.',
        ja: '消費パワーは製品をVPチップやカードに変えます。使えるなら必ず使いますが、順番と製品は選べます。',
      },
    },
  },
  {
    prompts: ['produce.power', 'produce.windfall'],
    tip: {
      id: 'galaxy.produce',
      words: {
        en: 'Production worlds get a good by themselves. A windfall world needs a power, or the bonus of the player who chose Produce.',
        fr: 'Les mondes de production reçoivent une ressource d’eux-mêmes. Un monde trouvaille a besoin d’un pouvoir, ou du bonus de qui a choisi Produire.',
        ja: '生産ワールドは自動的に製品を得ます。単発生産ワールドには、パワーか、生産を選んだ人のボーナスが必要です。',
      },
    },
  },
  {
    prompts: ['produce.contribute'],
    tip: {
      id: 'galaxy.contribute',
      words: {
        en: 'A good given to the war effort lowers what it takes to repulse the Xenos, and earns you a VP chip.',
        fr: 'Une ressource donnée à l’effort de guerre abaisse ce qu’il faut pour repousser les Xenos, et vous rapporte un jeton PV.',
        ja: '製品を戦争への準備に寄贈すると、ゼノの撃退に必要な数が下がり、VPチップを得ます。',
      },
    },
  },
  {
    prompts: ['frontier.deck', 'frontier.settle'],
    tip: {
      id: 'galaxy.frontier',
      words: {
        en: 'Settle one of the worlds you drew from the frontier, or keep one in hand for a later Settle.',
        fr: 'Colonisez un des mondes piochés à la frontière, ou gardez-en un en main pour un autre Coloniser.',
        ja: 'フロンティアから引いたワールドの1つに移住するか、1枚を手札に残してあとの移住で出します。',
      },
    },
  },
  {
    prompts: ['invasion.defend', 'invasion.card'],
    tip: {
      id: 'galaxy.defend',
      words: {
        en: 'To hold, you need more than the strength of the attack: a tie is a failure. Who holds gains a defense award.',
        fr: 'Pour tenir, il faut plus que la force de l’attaque : l’égalité est un échec. Qui tient reçoit une Récompense.',
        ja: '防ぐには攻撃の強さより大きくなければなりません。同点は失敗です。防いだ人は防衛報酬を得ます。',
      },
    },
  },
  {
    prompts: ['invasion.damage'],
    tip: {
      id: 'galaxy.damage',
      words: {
        en: 'A damaged world does nothing and scores nothing until it is repaired in Produce.',
        fr: 'Un monde endommagé ne fait rien et ne rapporte rien tant qu’il n’est pas réparé dans Produire.',
        ja: '損傷を受けたワールドは、生産で修復するまで働かず、得点にもなりません。',
      },
    },
  },
  {
    prompts: ['conquest.choice', 'conquest.means'],
    tip: {
      id: 'galaxy.conquest',
      words: {
        en: 'A conquered Xeno system spares everybody the retaliation of this round; a failed attack makes it stronger.',
        fr: 'Un système Xeno conquis épargne à tous les représailles de ce tour ; une attaque manquée les renforce.',
        ja: 'ゼノ星系を征服すると、このラウンドの報復はありません。攻撃に失敗すると報復が強くなります。',
      },
    },
  },
]

export default tips
