// The lessons of all games: which of them were played, and how one is begun.
import type { Games, LessonInfo } from '../protocol'
import { createRoom } from './api'
import { backend } from './backend'
import { errorMessage } from './errors'
import { router } from './router.svelte'
import { settings } from './settings.svelte'
import { lessonsDone } from './standings'

interface LessonEntry {
  id: string
  game: string
  lesson: LessonInfo
}

export class LessonList {
  readonly all: LessonEntry[]
  readonly done: string[] = lessonsDone()
  busy = $state(false)
  problem = $state('')

  constructor({ games }: Games) {
    this.all = games.flatMap(({ game, lessons = [] }) =>
      lessons.map((lesson) => ({ id: `${game}/${lesson.lesson}`, game, lesson })),
    )
  }

  isDone({ lesson }: LessonEntry): boolean {
    return this.done.includes(lesson.lesson)
  }

  /** The first lesson that was not played; the first of all when all were. */
  get next(): LessonEntry | undefined {
    return this.all.find((entry) => !this.isDone(entry)) ?? this.all[0]
  }

  /** A text of a lesson in the language of the page. */
  text(words: Record<string, string>): string {
    return words[settings.language] ?? words['en'] ?? ''
  }

  async begin({ game, lesson }: LessonEntry): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = ''
    settings.keep()
    try {
      const { room, token, seat } = await createRoom({
        game,
        lesson: lesson.lesson,
        my_name: settings.name,
        my_face: settings.face,
      })
      const held = { room, token, seat, game, mode: lesson.mode, name: this.text(lesson.title) }
      backend().hold({ ...held, at: Date.now(), over: false })
      router.go(`/room/${room}`)
    } catch (error) {
      this.problem = errorMessage(error as Error)
    } finally {
      this.busy = false
    }
  }
}
