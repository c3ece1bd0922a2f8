/** Both workers of the edition of one file that need the texts of languages: one program, so that the page holds them once. Its name chooses. */
void (self.name === 'writer' ? import('./writer.worker.ts') : import('./engine.worker.ts'))
