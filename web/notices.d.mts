import type { Plugin } from 'vite'
export const NOTICES: string
export function packageFolder(id: string): string
export function noticeOf(folder: string): string
export function notices(): Plugin
