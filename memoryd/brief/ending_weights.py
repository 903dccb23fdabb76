"""How much what a line and a later message show says for the line's end, in hundredths.

Data of `ended`, written by tests/brief/fit_ending.py.
"""

from __future__ import annotations

LEAST = 94
ENDING = """
at0=25 at1=-16 at2=-20 at3=10 before.other=-11 before.same=-5 behind.other=1 behind.same=-1 by.00=32 by.01=-23
by.10=12 by.11=-21 f.change=36 f.change.asks=3 f.change.choice=4 f.change.date=8 f.change.number=33 f.change.plan=10
f.change.state=-4 f.change.task=-6 f.closed=-6 f.closed.number=-1 f.closed.rule=-2 f.closed.task=-2 f.drops.number=2
f.drops.rule=-2 f.end=-8 f.end.asks=1 f.end.date=-1 f.end.number=-5 f.end.plan=8 f.end.rule=-4 f.end.state=5
f.end.task=13 f.if=5 f.if.asks=-2 f.if.choice=6 f.if.date=-2 f.if.number=5 f.if.plan=-6 f.if.rule=-2 f.if.state=-9
f.if.task=1 f.no=33 f.no.asks=-1 f.no.choice=6 f.no.number=31 f.no.plan=6 f.no.rule=-12 f.no.state=-8 f.no.task=6
f.now=21 f.now.asks=1 f.now.choice=-2 f.now.date=5 f.now.number=6 f.now.plan=5 f.now.rule=13 f.now.task=-3 f.off=11
f.off.asks=1 f.off.date=-2 f.off.plan=4 f.off.rule=-9 f.off.task=9 f.open=-13 f.open.asks=3 f.open.choice=5
f.open.date=3 f.open.number=7 f.open.plan=8 f.open.rule=-18 f.open.state=-12 f.open.task=-14 f.part=6 f.part.choice=5
f.part.date=1 f.part.number=23 f.part.plan=-1 f.part.rule=-8 f.part.state=-11 f.part.task=-10 f.problem=-4
f.problem.date=-1 f.problem.number=4 f.problem.plan=-1 f.problem.rule=-6 f.problem.state=-2 f.problem.task=-1 f.q=-13
f.q.asks=-1 f.q.choice=-1 f.q.date=1 f.q.number=-4 f.q.plan=-1 f.q.rule=-5 f.q.state=-1 f.q.task=-2 f.to=2 f.to.asks=2
f.to.choice=5 f.to.date=-2 f.to.number=-2 f.to.plan=3 f.to.rule=-6 f.to.state=-2 f.to.task=-4 f.too=-6 f.too.asks=7
f.too.date=-3 f.too.number=9 f.too.plan=-2 f.too.rule=-8 f.too.state=-3 f.too.task=-6 head0=2 head1=-2 in0=27 in1=28
in2=-16 in3=-40 is.asks=17 is.choice=15 is.date=4 is.number=6 is.plan=27 is.rule=-34 is.state=1 is.task=16 long0=3
long1=-9 long2=-7 long3=8 long4=4 longest0=-20 longest1=19 m.change=44 m.closed=20 m.drops=26 m.if=-12 m.no=10
m.now=21 m.off=27 m.open=-34 m.part=-34 m.problem=-22 m.q=-10 m.to=5 m.too=-14 names.new=23 names.only=-20 names1=36
names3=3 numbers.all=7 numbers.none=8 numbers.other=-10 numbers.some=1 of.line0=-14 of.line1=5 of.line2=3 of.line3=9
of.line4=-3 of.message0=4 of.message1=4 of.message2=-12 of.message3=5 rare2=-16 rare3=-11 rare4=-18 rarest0=-40
rarest1=-5 rest0=-5 rest1=8 rest2=-27 rest3=3 rest4=20 session0=-22 session1=-23 shared>=2=15 shared>=3=14 shared>=4=5
shared>=5=4 size0=-6 size1=1 size2=18 size3=30 size4=-11 size5=-32 slot=18 slot.date=10 slot.money=-2 slot.number=7
slot.time=3 together.of0=-2 together.of1=14 together.of2=-19 together.of3=6 together.of4=2 together1=-4 together2=-1
together3=2 together4=2 unit=27 value.date.other=28 value.date.same=1 value.new.money=-25 value.new.number=-40
value.new.time=-21 value.new.version=-2 value.number.other=-3 value.number.same=5 value.time.other=3 worth0=-71
worth1=-12 worth2=24 worth3=9 worth4=6
"""
