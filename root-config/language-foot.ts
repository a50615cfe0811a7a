import { chooseLanguage, languageNow } from '@vimarsh/shared/kit/language.ts';

/** The foot of every page, also of those without a frame: the other language, by its own name. It comes when the screen stands. */
export function showLanguageFoot(): void {
  const other = languageNow() === 'hi' ? 'en' : 'hi';
  const foot = document.createElement('footer');
  foot.className = 'foot';
  const button = document.createElement('button');
  button.type = 'button';
  button.lang = other;
  button.setAttribute('translate', 'no');
  button.textContent = other === 'hi' ? 'हिन्दी' : 'English';
  button.onclick = () => {
    if (!chooseLanguage(other)) foot.textContent = 'This browser keeps nothing, so the choice would be lost at once.';
  };
  foot.append(button);
  document.getElementById('outlet')!.after(foot);
}
