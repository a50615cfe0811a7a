/**
 * Rules around every widget. `all:initial` on an inner box, because a host page's `*{all:unset!important}` beats `:host` rules
 * but can't reach into the shadow tree. What is neither `light` nor `dark`, in whatever case, follows the visitor.
 */
export const boxRules = (light: string, dark: string): string =>
  `:host{contain:content}.box{all:initial;direction:ltr;unicode-bidi:isolate;display:block;${light}}.box[data-theme=dark i]{${dark}}@media(prefers-color-scheme:dark){.box:not([data-theme=light i]){${dark}}}`;

/** The box before there is a widget in it, as high as the element. All that the loader carries of the looks. */
export const BOX_CSS = `${boxRules('--s:#fff;--l:#e4e7ec;--i:#4a5463', '--s:#151a21;--l:#252d38;--i:#aab4c2')}.box{height:100%;min-height:inherit;overflow:auto}.box>:not(slot){box-sizing:border-box;min-height:inherit;border:1px solid var(--l);border-radius:10px;background:var(--s);font:small/1.45 system-ui,sans-serif;color:var(--i);width:100%}`;
