"""Adjusted closes and levels once more, from the exchange's raw rows, in another language and with exact fractions. No packages.

stdin: {"folder": of bhavcopies, "symbols": [...], "actions": {symbol: [[ex-date, kind, terms...], ...]}, "on": IST day, "level": {symbol: [day, level]}}
stdout: {symbol: {"closes": [[day, close on the day `on`], ...], "level": ...}}
Kinds: ["shares", new, old], ["rights", given, held, price], ["paid", amount], ["published", subtract, multiply].
"""
import csv
import json
import os
import sys
from fractions import Fraction

MONTHS = {name: f'{n:02}' for n, name in enumerate('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(), 1)}


def closes_in(folder, symbols):
    """Closes of series EQ by symbol, in the order of the days."""
    rows = {symbol: {} for symbol in symbols}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), newline='') as file:
            for row in csv.DictReader(file):
                row = {(key or '').strip().upper(): (value or '').strip() for key, value in row.items() if isinstance(value, str)}
                if row['SERIES'] == 'EQ' and row['SYMBOL'] in rows:
                    date, month, year = row['TIMESTAMP'].split('-')
                    rows[row['SYMBOL']][f'{year}-{MONTHS[month.upper()]}-{date}'] = Fraction(row['CLOSE'])
    return {symbol: sorted(days.items()) for symbol, days in rows.items()}


def steps_of(closes, actions):
    """For each ex-date: what a price before it becomes, as (less, divided by), and the factor of the series."""
    steps = []
    for day, kind, *terms in sorted(actions):
        terms = [Fraction(str(term)) for term in terms]
        cum = [close for date, close in closes if date < day][-1]
        if kind == 'shares':
            less, by = Fraction(0), terms[0] / terms[1]
        elif kind == 'rights':
            given, held, price = terms
            less, by = Fraction(0), cum * (held + given) / (cum * held + price * given) if price < cum else Fraction(1)
        elif kind == 'paid':
            special = terms[0] * 50 >= cum
            less, by = terms[0] if special else Fraction(0), Fraction(1)
        else:
            less, by = terms[0], 1 / terms[1]
        steps.append((day, less, by, by * cum / (cum - less)))
    return steps


def main():
    asked = json.load(sys.stdin)
    answer = {}
    for symbol, closes in closes_in(asked['folder'], asked['symbols']).items():
        steps = steps_of(closes, asked['actions'].get(symbol, []))
        adjusted = []
        for day, close in closes:
            for ex_date, _, _, factor in steps:
                if day < ex_date <= asked['on']:
                    close /= factor
            adjusted.append([day, float(close)])
        answer[symbol] = {'closes': adjusted}
        if symbol in asked['level']:
            since, level = asked['level'][symbol]
            level = Fraction(str(level))
            for ex_date, less, by, _ in steps:
                if since < ex_date <= asked['on']:
                    level = (level - less) / by
            answer[symbol]['level'] = float(level)
    json.dump(answer, sys.stdout)


main()
