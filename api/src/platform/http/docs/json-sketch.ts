import type { JsonSchema } from './openapi.ts';

/** A JSON schema as a person would write the shape down: `{ id: string, price: number > 0, … }`. Objects go over lines. */
export function sketch(schema: JsonSchema, indent = ''): string {
  const {
    type,
    enum: values,
    const: constant,
    anyOf,
    oneOf,
    properties,
    required = [],
    items,
    additionalProperties,
  } = schema as {
    type?: string | string[];
    enum?: unknown[];
    const?: unknown;
    anyOf?: JsonSchema[];
    oneOf?: JsonSchema[];
    properties?: Record<string, JsonSchema>;
    required?: string[];
    items?: JsonSchema;
    additionalProperties?: JsonSchema | boolean;
  };
  if (Array.isArray(type)) return type.join(' | ');
  const choices = anyOf ?? oneOf;
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (choices) return choices.map((choice) => sketch(choice, indent)).join(' | ');
  if (properties) {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([name, property]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${sketch(property, inner)}`);
    return lines.length > 0 ? `{\n${lines.join(',\n')}\n${indent}}` : '{}';
  }
  if (type === 'array') return `[${items ? sketch(items, indent) : ''}]`;
  if (type === 'object') return typeof additionalProperties === 'object' ? `{ [name]: ${sketch(additionalProperties, indent)} }` : '{ … }';
  return type ? `${type}${bounds(schema)}` : 'any';
}

function bounds({ minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, pattern, default: fallback }: JsonSchema): string {
  const parts = [
    minLength !== undefined && minLength !== 0 ? `at least ${minLength}` : '',
    maxLength !== undefined ? `at most ${maxLength}` : '',
    minimum !== undefined && Number(minimum) > Number.MIN_SAFE_INTEGER ? `≥ ${minimum}` : '',
    maximum !== undefined && Number(maximum) < Number.MAX_SAFE_INTEGER ? `≤ ${maximum}` : '',
    exclusiveMinimum !== undefined ? `> ${exclusiveMinimum}` : '',
    exclusiveMaximum !== undefined ? `< ${exclusiveMaximum}` : '',
    pattern !== undefined ? `/${pattern}/` : '',
    fallback !== undefined ? `default ${JSON.stringify(fallback)}` : '',
  ].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
