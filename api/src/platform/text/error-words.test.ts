import { expect, test } from 'vitest';
import { wordsOf } from './error-words.ts';

test.each([
  [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 }), 'the disk is full'],
  [{ name: 'ErrnoError', errno: 51 }, 'the disk is full'],
  [{ name: 'ErrnoError', errno: 69 }, 'the disk is read-only'],
  [{ name: 'ErrnoError', errno: 44 }, 'ErrnoError 44'],
  [Object.assign(new Error('x'), { code: 'EACCES' }), 'this user may not write there'],
  [Object.assign(new Error('x'), { code: 'EACCES', syscall: 'mkdir' }), 'this user may not write there'],
  [Object.assign(new Error('x'), { code: 'EACCES', syscall: 'scandir' }), 'this user may not read it'],
  [Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' }), 'listen EACCES'],
  [Object.assign(new Error('connect EACCES'), { code: 'EACCES', syscall: 'connect' }), 'connect EACCES'],
  [Object.assign(new Error('spawn x EACCES'), { code: 'EACCES', syscall: 'spawn x' }), 'spawn x EACCES'],
  [Object.assign(new Error('kill EPERM'), { code: 'EPERM', syscall: 'kill' }), 'kill EPERM'],
  [Object.assign(new Error('x'), { code: 'ENOTDIR' }), 'it is not a folder'],
  [new Error('It says so itself.'), 'It says so itself.'],
  [{}, 'an unknown error'],
  ['words', 'words'],
  [undefined, 'undefined'],
])('%o is told as: %s', (error, words) => {
  expect(wordsOf(error)).toBe(words);
});
